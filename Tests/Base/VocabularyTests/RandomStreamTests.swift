import Testing
import Vocabulary

@Suite struct RandomStreamTests {
    /// SplitMix64 as its authors state it, with a state that moves on.
    private struct SplitMix64 {
        static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= Self.gamma
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }

        /// The state before the call of `next` that returned `output`.
        static func state(before output: UInt64) -> UInt64 {
            var z = output ^ (output >> 31) ^ (output >> 62)
            z = z &* inverse(0x94D0_49BB_1331_11EB)
            z = z ^ (z >> 27) ^ (z >> 54)
            z = z &* inverse(0xBF58_476D_1CE4_E5B9)
            z = z ^ (z >> 30) ^ (z >> 60)
            return z &- gamma
        }

        /// The inverse of an odd number modulo 2^64; each step doubles the bits that are right.
        private static func inverse(_ value: UInt64) -> UInt64 {
            (0..<6).reduce(value) { guess, _ in guess &* (2 &- value &* guess) }
        }
    }

    /// The streams of a few seeds, lanes, laps and purposes, none of them twice.
    private static func streams(_ count: Int) -> [RandomStream] {
        let laps: [Int?] = [nil, 0, 1, 2, -1, -2, 1000]
        return (0..<count).map { number in
            let lap = laps[number % 7]
            let lane = number / 7 % 100
            let purpose = UInt64(number / 700 % 10)
            return RandomStream(
                seed: UInt64(number / 7000), lane: lane, lap: lap, purpose: purpose)
        }
    }

    @Test func `the reference generator gives its published outputs`() {
        var generator = SplitMix64(state: 1_234_567)
        #expect(generator.next() == 6_457_827_717_110_365_317)
        #expect(generator.next() == 3_203_168_211_198_807_973)
        #expect(generator.next() == 9_817_491_932_198_370_423)
        #expect(SplitMix64.state(before: 6_457_827_717_110_365_317) == 1_234_567)
    }

    @Test func `a stream is the sequence of SplitMix64 from its key`() {
        for (number, stream) in Self.streams(700).enumerated() {
            var generator = SplitMix64(state: SplitMix64.state(before: stream.bits(0)))
            for place in 0..<UInt64(20) {
                #expect(stream.bits(place) == generator.next(), "stream \(number), \(place)")
            }
        }
    }

    @Test func `the last places wrap around to the first`() {
        let stream = RandomStream(seed: 7, lane: 3, purpose: 1)
        var generator = SplitMix64(state: SplitMix64.state(before: stream.bits(.max)))
        #expect(generator.next() == stream.bits(.max))
        #expect(generator.next() == stream.bits(0))
    }

    @Test func `no two streams share a number`() {
        let count = 70_000
        var seen: Set<UInt64> = []
        for stream in Self.streams(count) { seen.insert(stream.bits(0)) }
        #expect(seen.count == count)
    }

    @Test func `equal arguments give equal streams`() {
        let stream = RandomStream(seed: 5, lane: 6, lap: 7, purpose: 8)
        #expect(stream == RandomStream(seed: 5, lane: 6, lap: 7, purpose: 8))
        #expect(stream != RandomStream(seed: 5, lane: 6, purpose: 8))
        #expect(stream != RandomStream(seed: 5, lane: 7, lap: 6, purpose: 8))
        #expect(stream != RandomStream(seed: 6, lane: 5, lap: 7, purpose: 8))
        #expect(stream != RandomStream(seed: 5, lane: 6, lap: 8, purpose: 7))
    }

    /// Along one stream, and across the first places of many.
    private static func uniforms(across: Bool) -> [Double] {
        if across { return streams(64_000).map { $0.uniform(0) } }
        let stream = RandomStream(seed: 11, lane: 0, purpose: 1)
        return (0..<64_000).map { stream.uniform($0) }
    }

    @Test(arguments: [false, true])
    func `uniform numbers have the mean and variance of theirs`(across: Bool) {
        let values = Self.uniforms(across: across)
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        let variance = values.reduce(0) { $0 + ($1 - 0.5) * ($1 - 0.5) } / count
        // Four standard errors: 0.2887 / √64,000 and 0.0745 / √64,000.
        #expect((mean - 0.5).magnitude < 0.0046)
        #expect((variance - 1.0 / 12).magnitude < 0.0012)
        #expect(values.allSatisfy { $0 > 0 && $0 < 1 })
    }

    @Test(arguments: [false, true])
    func `uniform numbers fill the cells of a square evenly`(across: Bool) {
        let values = Self.uniforms(across: across)
        var counts = [Int](repeating: 0, count: 64)
        for pair in stride(from: 0, to: values.count, by: 2) {
            counts[Int(values[pair] * 8) * 8 + Int(values[pair + 1] * 8)] += 1
        }
        let expected = Double(values.count / 2) / 64
        let chiSquare =
            counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) }
            / expected
        // 63 degrees of freedom: 0.01 % lie below 28 and 0.01 % above 117.
        #expect((28...117).contains(chiSquare), "chi-square \(chiSquare)")
    }

    @Test func `neighbouring streams are uncorrelated`() {
        let count: UInt64 = 20_000
        let base = RandomStream(seed: 1, lane: 1, lap: 1, purpose: 1)
        let neighbours = [
            RandomStream(seed: 2, lane: 1, lap: 1, purpose: 1),
            RandomStream(seed: 1, lane: 2, lap: 1, purpose: 1),
            RandomStream(seed: 1, lane: 1, lap: 2, purpose: 1),
            RandomStream(seed: 1, lane: 1, lap: 1, purpose: 2),
        ]
        for (number, neighbour) in neighbours.enumerated() {
            let products = (0..<count).map {
                (base.uniform($0) - 0.5) * (neighbour.uniform($0) - 0.5)
            }
            let correlation = products.reduce(0, +) / Double(count) * 12
            #expect(correlation.magnitude < 4 / Double(count).squareRoot(), "neighbour \(number)")
        }
    }

    @Test func `normal numbers have the moments of theirs`() {
        let stream = RandomStream(seed: 21, lane: 0, purpose: 1)
        let count = 64_000
        var moments = [0.0, 0, 0, 0]
        for place in 0..<UInt64(count) {
            let value = stream.normal(place)
            let square = value * value
            for (power, term) in [value, square, square * value, square * square].enumerated() {
                moments[power] += term / Double(count)
            }
        }
        // Four standard errors: the variances of the powers are 1, 2, 15 and 96.
        #expect(moments[0].magnitude < 0.016)
        #expect((moments[1] - 1).magnitude < 0.023)
        #expect(moments[2].magnitude < 0.062)
        #expect((moments[3] - 3).magnitude < 0.155)
    }

    private static let golden: [(Int?, UInt64, UInt64, UInt64)] = [
        (3, 0, 0xBA24_CAAE_0804_0B6D, 0x3FE3_5518_3DC2_6972),
        (3, 1, 0x95A7_DF33_920F_4CC1, 0x3FCB_591D_C77F_493C),
        (3, .max, 0x5D72_30B8_93D1_4E96, 0xBFD6_1581_6E03_AC44),
        (nil, 0, 0xC5A3_BB1A_AD48_D7AC, 0x3FE7_DB86_59CD_640B),
        (nil, 1, 0x6D63_1B00_537F_285E, 0xBFC7_755B_C6A7_FA3C),
        (nil, .max, 0xD981_9421_5946_5E82, 0x3FF0_8ECC_1B23_46DC),
    ]

    @Test(arguments: golden) func `a stream has these bits`(
        lap: Int?, place: UInt64, bits: UInt64, normalBits: UInt64
    ) {
        let stream = RandomStream(seed: 1, lane: 2, lap: lap, purpose: 4)
        #expect(stream.bits(place) == bits)
        #expect(stream.uniform(place) == (Double(bits / 4096) + 0.5) / 0x1p52)
        #expect(stream.normal(place).bitPattern == normalBits)
    }
}
