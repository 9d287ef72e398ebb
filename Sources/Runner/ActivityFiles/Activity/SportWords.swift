/// Sports by the words that services have for them.
enum SportWords {
    /// The sport that a word of a file stands for, if it is clearly none on foot: `cycling` for
    /// `mountain_biking`. Nil for runs, walks and hikes, and for what is not known: it may be a
    /// run. One service writes numbers, of which 1 and 16 are known to be none on foot.
    static func other(_ word: ArraySlice<UInt8>) -> String? {
        let letters = word.trimmed.prefix(longest).map { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        }
        if let sport = numbers.first(where: { $0.number.equals(letters[...]) })?.sport {
            return sport
        }
        let isOnFoot = onFoot.contains { holds(letters, $0) }
        return isOnFoot ? nil : others.first { holds(letters, $0.part) }?.sport
    }

    private static let longest = 64

    private static let numbers: [(number: StaticString, sport: String)] = [
        ("1", "cycling"), ("16", "swimming"),
    ]

    private static let onFoot: [StaticString] = ["run", "walk", "hik", "jog"]

    private static let others: [(part: StaticString, sport: String)] = [
        ("cycl", "cycling"), ("bike", "cycling"), ("biking", "cycling"), ("mtb", "cycling"),
        ("swim", "swimming"), ("ski", "skiing"), ("snowboard", "snowboarding"),
        ("rowing", "rowing"), ("kayak", "paddling"), ("canoe", "paddling"), ("paddl", "paddling"),
        ("sail", "sailing"), ("surf", "surfing"), ("skat", "skating"), ("driving", "driving"),
        ("motor", "driving"), ("riding", "riding"), ("ride", "cycling"), ("golf", "golf"),
        ("transition", "a transition"),
    ]

    private static func holds(_ letters: [UInt8], _ part: StaticString) -> Bool {
        let count = part.utf8CodeUnitCount
        guard letters.count >= count else { return false }
        return (0...letters.count - count).contains { part.equals(letters[$0..<$0 + count]) }
    }
}
