/// The two codes of a block: of bytes and lengths, and of distances.
struct BlockCodes {
    let literals: PrefixCode
    let distances: PrefixCode

    /// The codes of a block that brings none (RFC 1951, section 3.2.6).
    static let fixed: BlockCodes = {
        let lengths = (0..<288).map { symbol -> UInt8 in
            switch symbol {
            case 144..<256: 9
            case 256..<280: 7
            case _: 8
            }
        }
        let distances = [UInt8](repeating: 5, count: 32)
        guard let literals = PrefixCode(lengths: lengths[...], mayBeOne: false),
            let distances = PrefixCode(lengths: distances[...], mayBeOne: false)
        else { preconditionFailure("the fixed codes are none") }
        return BlockCodes(literals: literals, distances: distances)
    }()

    private init(literals: PrefixCode, distances: PrefixCode) {
        self.literals = literals
        self.distances = distances
    }

    /// The codes with which a block begins (RFC 1951, section 3.2.7).
    init(from bits: inout BitCursor) throws(ActivityFault) {
        let place = bits.position
        let literalCount = try bits.take(5) + 257
        let distanceCount = try bits.take(5) + 1
        guard literalCount <= 286, distanceCount <= 30 else { throw .gzip(.codeLengths, at: place) }
        let lengths = try Self.lengths(literalCount + distanceCount, from: &bits)
        guard lengths[Self.end] > 0 else { throw .gzip(.endlessBlock, at: place) }
        guard let literals = PrefixCode(lengths: lengths[..<literalCount], mayBeOne: true),
            let distances = PrefixCode(lengths: lengths[literalCount...], mayBeOne: true)
        else { throw .gzip(.codes, at: place) }
        self.init(literals: literals, distances: distances)
    }

    /// The symbol with which a block ends.
    private static let end = 256

    /// The order in which the lengths of the codes for lengths come.
    private static let order: [19 of Int] = [
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
    ]

    private static func lengths(
        _ count: Int, from bits: inout BitCursor
    ) throws(ActivityFault) -> [UInt8] {
        let place = bits.position
        let given = try bits.take(4) + 4
        var own = [UInt8](repeating: 0, count: order.count)
        for index in 0..<given { own[order[index]] = UInt8(try bits.take(3)) }
        guard let code = PrefixCode(lengths: own[...], mayBeOne: false) else {
            throw .gzip(.codes, at: place)
        }
        var lengths: [UInt8] = []
        lengths.reserveCapacity(count)
        while lengths.count < count {
            let symbol = try code.next(&bits)
            guard symbol > 15 else {
                lengths.append(UInt8(symbol))
                continue
            }
            let times = try times(of: symbol, from: &bits)
            guard let repeated = symbol == 16 ? lengths.last : 0, lengths.count + times <= count
            else { throw .gzip(.codeLengths, at: bits.position) }
            lengths += repeatElement(repeated, count: times)
        }
        return lengths
    }

    /// How often a length is repeated: the length before it by symbol 16, 0 by the others.
    private static func times(
        of symbol: Int, from bits: inout BitCursor
    ) throws(ActivityFault) -> Int {
        switch symbol {
        case 16: try bits.take(2) + 3
        case 17: try bits.take(3) + 3
        case _: try bits.take(7) + 11
        }
    }
}
