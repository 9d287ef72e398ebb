import Testing

@testable import ActivityFiles

/// What zlib refuses is refused.
@Suite struct InflaterTests {
    private static func fault(_ bits: DeflateBits) -> GzipFault? {
        var inflater = Inflater(bits.bytes + [0, 0, 0, 0], limit: 1000)
        do throws(ActivityFault) {
            _ = try inflater.inflate(from: 0)
            return nil
        } catch {
            if case .gzip(let fault) = error.reason { return fault }
            return nil
        }
    }

    /// The last block, of a kind.
    private static func block(_ kind: Int) -> DeflateBits {
        var bits = DeflateBits()
        bits.add(1 | kind << 1, 3)
        return bits
    }

    /// A block with codes: of lengths 0, 1, 2 and 18, all of two bits, then the symbols for its
    /// own lengths with what they repeat.
    private static func codes(
        _ symbols: [(code: Int, more: Int)], literals: Int = 257, distances: Int = 1
    ) -> DeflateBits {
        var bits = block(2)
        bits.add(literals - 257, 5)
        bits.add(distances - 1, 5)
        bits.add(18 - 4, 4)
        // In the order 16, 17, 18, 0, 8, …, 2, 14, 1.
        for place in 0..<18 { bits.add([2, 3, 15, 17].contains(place) ? 2 : 0, 3) }
        for (code, more) in symbols {
            bits.add(code: code, 2)
            if code == 3 { bits.add(more - 11, 7) }
        }
        return bits
    }

    /// Symbols of ``codes(_:literals:distances:)``: lengths 0, 1 and 2, and zeros.
    private static let (none, one, two) = ((code: 0, more: 0), (code: 1, more: 0), (2, 0))
    private static func zeros(_ count: Int) -> (code: Int, more: Int) { (3, count) }

    @Test func `codes that are whole are codes`() {
        // A and the end in a bit each, and no distances.
        var bits = Self.codes([
            Self.zeros(65), Self.one, Self.zeros(138), Self.zeros(52), Self.one, Self.none,
        ])
        bits.add(0, 1)
        bits.add(1, 1)
        var inflater = Inflater(bits.bytes, limit: 10)
        #expect((try? inflater.inflate(from: 0)) == bits.bytes.count)
        #expect(inflater.output == [65])
    }

    @Test func `a lone code of one bit is a code, a lone one of two is none`() {
        let before = [Self.zeros(138), Self.zeros(118)]
        var lone = Self.codes(before + [Self.one, Self.none])
        lone.add(0, 1)
        #expect(Self.fault(lone) == nil)
        lone = Self.codes(before + [Self.one, Self.none])
        lone.add(1, 1)
        #expect(Self.fault(lone) == .code)
        #expect(Self.fault(Self.codes(before + [Self.two, Self.none])) == .codes)
    }

    @Test func `codes that begin with one another are refused`() {
        let before = [Self.one, Self.one, Self.zeros(138), Self.zeros(116)]
        #expect(Self.fault(Self.codes(before + [Self.one, Self.none])) == .codes)
        let distances = [Self.zeros(138), Self.zeros(118), Self.one, Self.one, Self.one, Self.one]
        #expect(Self.fault(Self.codes(distances, distances: 3)) == .codes)
    }

    @Test func `a block without an end is refused`() {
        let symbols = [Self.one, Self.one, Self.zeros(138), Self.zeros(117), Self.none]
        #expect(Self.fault(Self.codes(symbols)) == .endlessBlock)
    }

    @Test func `lengths of codes beyond their number are refused`() {
        #expect(Self.fault(Self.codes([Self.zeros(138), Self.zeros(138)])) == .codeLengths)
        #expect(Self.fault(Self.codes([], literals: 287)) == .codeLengths)
        #expect(Self.fault(Self.codes([], distances: 31)) == .codeLengths)
        // A repetition of the length before, where there is none.
        var bits = Self.block(2)
        bits.add(0, 14)
        for length in [1, 0, 0, 1] { bits.add(length, 3) }
        bits.add(1, 1)
        #expect(Self.fault(bits) == .codeLengths)
    }

    @Test func `kinds of blocks that there are not, and lengths that disagree, are refused`() {
        #expect(Self.fault(Self.block(3)) == .blockKind)
        var stored = Self.block(0)
        stored.add(0, 5)
        stored.add(7, 16)
        stored.add(7, 16)
        #expect(Self.fault(stored) == .storedLength)
    }

    @Test(arguments: [(0xC6, 8, 0), (0xC7, 8, 0), (1, 7, 30), (1, 7, 31)])
    func `symbols that there are not are refused`(length: Int, bits: Int, distance: Int) {
        var block = Self.block(1)
        block.add(code: 0x30, 8)
        block.add(code: length, bits)
        block.add(code: distance, 5)
        #expect(Self.fault(block) == .code)
    }

    @Test func `repetitions reach as far back as something stands`() {
        for (distance, reason) in [(0, nil), (1, GzipFault.distance(2))] {
            var block = Self.block(1)
            block.add(code: 0x30, 8)
            block.add(code: 1, 7)
            block.add(code: distance, 5)
            block.add(code: 0, 7)
            #expect(Self.fault(block) == reason)
        }
    }
}
