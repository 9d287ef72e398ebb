import PlainText
import Testing

@Suite struct EditDistanceTests {
    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("seed", "seed", 0), ("sed", "seed", 1),
        ("seeds", "seed", 1), ("seel", "seed", 1), ("esed", "seed", 1), ("kitten", "sitting", 3),
        ("flaw", "lawn", 2), ("tial", "tail", 1), ("ca", "abc", 3), ("dsees", "seeds", 2),
    ])
    func `the distance counts insertions, deletions, replacements and swaps`(
        left: String, right: String, expected: Int
    ) {
        #expect(left.distance(to: right) == expected)
        #expect(right.distance(to: left) == expected)
    }

    /// All words of up to three letters of two.
    private static let words: [String] = {
        var words = [""]
        for length in 1...3 {
            for bits in 0..<(1 << length) {
                words.append(String((0..<length).map { bits >> $0 & 1 == 0 ? "a" : "b" }))
            }
        }
        return words
    }()

    @Test func `the distance of short words is the one that its definition gives`() {
        for left in Self.words {
            for right in Self.words {
                let expected = Self.distance(Array(left), Array(right))
                #expect(left.distance(to: right) == expected, "\(left) to \(right)")
            }
        }
    }

    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        guard let first = left.first, let other = right.first else {
            return max(left.count, right.count)
        }
        let (rest, otherRest) = (Array(left.dropFirst()), Array(right.dropFirst()))
        let replaced = distance(rest, otherRest) + (first == other ? 0 : 1)
        let least = min(replaced, distance(rest, right) + 1, distance(left, otherRest) + 1)
        guard rest.first == other, otherRest.first == first else { return least }
        return min(least, distance(Array(rest.dropFirst()), Array(otherRest.dropFirst())) + 1)
    }
}
