/// A code of deflate: which bits stand for which symbol (RFC 1951, section 3.2.2).
///
/// Up to ten bits are found in a table, longer codes bit by bit: a block may define codes with
/// every few bytes, and a table for fifteen bits would take longer to fill than the block to read.
struct PrefixCode {
    /// The number of codes of each length.
    private var counts = [16 of Int](repeating: 0)
    /// The symbols in the order of their codes.
    private var symbols: [UInt16] = []
    /// By the next bits: the symbol times 16 plus the length of its code; 0 for none.
    private var table = [UInt16](repeating: 0, count: 1 << tableBits)

    private static let tableBits = 10
    private static let longest = 15

    /// - Parameters:
    ///   - lengths: of the code of each symbol, 0...15; 0 for one that does not occur.
    ///   - mayBeOne: whether a lone code of one bit is valid, as in zlib where there is but one
    ///     symbol. A code without symbols is valid until it is used.
    /// - Returns: nil where codes begin with one another, or leave bits without a meaning.
    init?(lengths: ArraySlice<UInt8>, mayBeOne: Bool) {
        for length in lengths { counts[Int(length)] += 1 }
        let used = lengths.count - counts[0]
        counts[0] = 0
        guard Self.isCode(counts, isOneEnough: mayBeOne) || used == 0 else { return nil }
        var places = [16 of Int](repeating: 0)
        for length in 1..<Self.longest { places[length + 1] = places[length] + counts[length] }
        symbols = Array(repeating: 0, count: used)
        for (symbol, length) in lengths.enumerated() where length > 0 {
            symbols[places[Int(length)]] = UInt16(symbol)
            places[Int(length)] += 1
        }
        fillTable()
    }

    private static func isCode(_ counts: [16 of Int], isOneEnough: Bool) -> Bool {
        var free = 1
        for length in 1...longest {
            free = 2 * free - counts[length]
            if free < 0 { return false }
        }
        let isLone = counts[1] == 1 && free == 1 << (longest - 1)
        return free == 0 || isOneEnough && isLone
    }

    private mutating func fillTable() {
        var (code, place) = (0, 0)
        for length in 1...Self.tableBits {
            for _ in 0..<counts[length] {
                // Codes begin with their highest bit, the table's index with its lowest.
                let first = Int(UInt16(code).bitSwapped >> UInt16(16 - length))
                let entry = symbols[place] << 4 | UInt16(length)
                for index in stride(from: first, to: table.count, by: 1 << length) {
                    table[index] = entry
                }
                code += 1
                place += 1
            }
            code <<= 1
        }
    }

    /// The symbol whose code comes next.
    func next(_ bits: inout BitCursor) throws(ActivityFault) -> Int {
        let ahead = bits.peek(Self.longest)
        let entry = table[Int(ahead & UInt64(table.count - 1))]
        guard entry == 0 else {
            try bits.skip(Int(entry & 0xF))
            return Int(entry >> 4)
        }
        var (code, first, place) = (0, 0, 0)
        for length in 1...Self.longest {
            code |= Int(ahead >> UInt64(length - 1) & 1)
            if code - first < counts[length] {
                try bits.skip(length)
                return Int(symbols[place + code - first])
            }
            place += counts[length]
            first = (first + counts[length]) << 1
            code <<= 1
        }
        // Behind the end the bits are zeros: then the fault is that the bytes are cut short.
        let start = bits.position
        try bits.skip(Self.longest)
        throw .gzip(.code, at: start)
    }
}

extension UInt16 {
    /// The same bits in the reverse order.
    fileprivate var bitSwapped: UInt16 {
        var swapped: UInt16 = 0
        for bit in 0..<16 as Range<UInt16> { swapped |= (self >> bit & 1) << (15 - bit) }
        return swapped
    }
}
