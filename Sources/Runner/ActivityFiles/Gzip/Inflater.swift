/// Inflates what deflate made of bytes (RFC 1951), block by block.
///
/// What is refused is what zlib refuses. Whatever the bytes are, it ends with all blocks, at the
/// limit or with a fault; it holds what came out, and the codes of one block.
struct Inflater {
    private(set) var output: [UInt8] = []
    private var bits: BitCursor
    /// Where the present member begins in the output: nothing before it is repeated.
    private var start = 0
    private let limit: Int

    /// - Parameter limit: the most bytes that may come out.
    init(_ bytes: [UInt8], limit: Int) {
        bits = BitCursor(bytes, at: 0)
        self.limit = limit
    }

    /// Adds what the blocks from a byte on hold, up to the last one.
    ///
    /// - Returns: the first byte behind them.
    mutating func inflate(from position: Int) throws(ActivityFault) -> Int {
        bits = BitCursor(bits.bytes, at: position)
        start = output.count
        var isLast = false
        while !isLast {
            isLast = try bits.take(1) == 1
            let place = bits.position
            switch try bits.take(2) {
            case 0: try copyStored()
            case 1: try readBlock(.fixed)
            case 2: try readBlock(BlockCodes(from: &bits))
            case _: throw .gzip(.blockKind, at: place)
            }
        }
        return bits.alignToByte()
    }

    private mutating func copyStored() throws(ActivityFault) {
        let place = bits.alignToByte()
        guard place + 4 <= bits.bytes.count else { throw .gzip(.cutShort, at: bits.bytes.count) }
        let (length, complement) = (try bits.take(16), try bits.take(16))
        guard length == ~complement & 0xFFFF else { throw .gzip(.storedLength, at: place) }
        let from = bits.alignToByte()
        let end = min(from + length, bits.bytes.count)
        let room = limit - output.count
        output += bits.bytes[from..<min(end, from + room)]
        guard end - from <= room else { throw .gzip(.tooManyBytes(limit), at: from) }
        guard end == from + length else { throw .gzip(.cutShort, at: end) }
        bits.skipBytes(length)
    }

    private mutating func readBlock(_ codes: BlockCodes) throws(ActivityFault) {
        while true {
            let symbol = try codes.literals.next(&bits)
            switch symbol {
            case 0..<256:
                guard output.count < limit else { throw full }
                output.append(UInt8(truncatingIfNeeded: symbol))
            case 256: return
            case _: try repeatBytes(symbol - 257, codes)
            }
        }
    }

    private mutating func repeatBytes(_ symbol: Int, _ codes: BlockCodes) throws(ActivityFault) {
        guard symbol < Self.lengths.count else { throw .gzip(.code, at: bits.position) }
        let length = Self.lengths[symbol].least + (try bits.take(Self.lengths[symbol].extra))
        let distanceSymbol = try codes.distances.next(&bits)
        guard distanceSymbol < Self.distances.count else { throw .gzip(.code, at: bits.position) }
        let row = Self.distances[distanceSymbol]
        let distance = row.least + (try bits.take(row.extra))
        guard distance <= output.count - start else {
            throw .gzip(.distance(distance), at: bits.position)
        }
        // The source may overlap the bytes being written: the format means a copy byte by byte.
        let from = output.count - distance
        for index in from..<from + min(length, limit - output.count) {
            output.append(output[index])
        }
        guard output.count - from - distance == length else { throw full }
    }

    private var full: ActivityFault { ActivityFault.gzip(.tooManyBytes(limit), at: bits.position) }

    /// Lengths of repetitions: the least of a symbol, and the number of bits that are added to it.
    private static let lengths = ladder(from: 3, stepsOfOne: 8, steps: 4, count: 28) + [(258, 0)]
    private static let distances = ladder(from: 1, stepsOfOne: 4, steps: 2, count: 30)

    /// - Parameters:
    ///   - stepsOfOne: symbols without further bits.
    ///   - steps: symbols of each number of further bits, from one on.
    private static func ladder(
        from least: Int, stepsOfOne: Int, steps: Int, count: Int
    ) -> [(least: Int, extra: Int)] {
        var next = least
        return (0..<count).map { symbol in
            let extra = symbol < stepsOfOne ? 0 : (symbol - stepsOfOne) / steps + 1
            defer { next += 1 << extra }
            return (next, extra)
        }
    }
}
