import TestSupport

/// Changes small inputs as damage and malice would: bytes, slices, and words where they hurt.
struct FuzzMutator {
    private var random: SeededGenerator
    private let inputs: [[UInt8]]
    private let words: [[UInt8]]

    private static let lengthLimit = 8192

    /// - Parameter words: texts that are put in; numbers at their limits always are.
    init(_ inputs: [[UInt8]], words: [String], seed: UInt64) {
        random = SeededGenerator(seed: seed)
        self.inputs = inputs
        self.words = (words + Self.numbers).map { Array($0.utf8) }
    }

    private static let numbers = [
        "-1", "1e999", "-1e-999", "NaN", "INF", "0", "9223372036854775807", "-9223372036854775808",
        "99999999999999999999999999", "0.00000000000000000000001", "180", "-90", "255", "256",
        "65535", "4294967296", "9999-12-31T23:59:59Z", "0000-01-01T00:00:00+23:59",
    ]

    /// The next input: one of the first ones, changed in one to eight places.
    mutating func next() -> [UInt8] {
        var bytes = random.pick(inputs)
        for _ in 0..<random.number(1...8) { change(&bytes) }
        return Array(bytes.prefix(Self.lengthLimit))
    }

    /// The same bytes, one of the first twenty changed, where files have their headers.
    mutating func withHeader(changed bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        if !bytes.isEmpty {
            bytes[random.below(min(20, bytes.count))] = UInt8(random.below(256))
        }
        return bytes
    }

    /// True in `percent` of all throws.
    mutating func chance(_ percent: Int) -> Bool { random.chance(percent) }

    private mutating func change(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return bytes = random.pick(inputs) }
        let place = random.below(bytes.count)
        switch random.below(9) {
        case 0: bytes[place] ^= 1 << UInt8(random.below(8))
        case 1: bytes[place] = UInt8(random.below(256))
        case 2: bytes.insert(UInt8(random.below(256)), at: place)
        case 3: bytes.removeSubrange(slice(of: bytes))
        case 4: bytes.insert(contentsOf: bytes[slice(of: bytes)], at: place)
        case 5: bytes.insert(contentsOf: random.pick(words), at: place)
        case 6: bytes.replaceSubrange(slice(of: bytes), with: random.pick(words))
        case 7:
            let other = random.pick(inputs)
            bytes.replaceSubrange(place..., with: other[random.below(other.count)...])
        case _:
            if random.happens(oneIn: 4) {
                bytes.removeSubrange(place...)
            } else {
                bytes[slice(of: bytes)].reverse()
            }
        }
    }

    /// Short ones are as likely as long ones.
    private mutating func slice(of bytes: [UInt8]) -> Range<Int> {
        let start = random.below(bytes.count)
        let length = 1 << random.below(10)
        return start..<min(bytes.count, start + length)
    }
}
