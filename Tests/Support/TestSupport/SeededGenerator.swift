import Vocabulary

/// Random numbers that a seed decides: SplitMix64.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}

extension SeededGenerator {
    package mutating func lane(_ range: ClosedRange<Int>) -> LaneID { LaneID(index: number(range)) }

    package mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    /// True once in `odds` times.
    package mutating func happens(oneIn odds: Int) -> Bool { number(1...odds) == 1 }

    /// True in `percent` of all throws.
    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    package mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[below(choices.count)]
    }

    /// A number whose length in bits is uniform, so that short and long ones are equally likely.
    package mutating func anyLength() -> Int64 {
        Int64(bitPattern: next() >> UInt64.random(in: 0...63, using: &self))
    }
}
