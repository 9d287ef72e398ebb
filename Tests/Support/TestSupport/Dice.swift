import Vocabulary

/// Repeatable chance for tests: a random stream read from its start.
package struct Dice: RandomNumberGenerator {
    private let stream: RandomStream
    private var place: UInt64 = 0

    package init(seed: UInt64, case number: Int = 0) {
        stream = RandomStream(seed: seed, lane: number, purpose: 0x7069_7065)
    }

    package mutating func next() -> UInt64 {
        defer { place += 1 }
        return stream.bits(place)
    }

    package mutating func within(_ range: ClosedRange<Int64>) -> Int64 {
        Int64.random(in: range, using: &self)
    }

    /// True in `percent` of all throws.
    package mutating func chance(_ percent: Int64) -> Bool { within(1...100) <= percent }

    package mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int(within(0...Int64(choices.count - 1)))]
    }
}
