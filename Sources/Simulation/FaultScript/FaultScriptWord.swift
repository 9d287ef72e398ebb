/// A word of a fault script's line: text between white space, a comma, or a number's unit.
struct FaultScriptWord: Hashable {
    private(set) var text: String
    /// Of its first character, counted from 1.
    let column: Int

    /// As it is compared with the words of the grammar.
    var key: String { text.lowercased() }

    var beginsNumber: Bool { text.first.map(Self.isDigit) ?? false }

    /// The words before a comment.
    static func words(of line: String) -> [FaultScriptWord] {
        var words: [FaultScriptWord] = []
        var previous: Character = " "
        for (offset, character) in line.enumerated() {
            if character == "#", previous.isWhitespace { break }
            defer { previous = character }
            guard !character.isWhitespace else { continue }
            if words.last?.ends(after: previous, before: character) ?? true {
                words.append(FaultScriptWord(text: "", column: offset + 1))
            }
            words[words.count - 1].text.append(character)
        }
        return words
    }

    /// Commas stand alone; in `40s` and `30%` a number ends where its unit begins.
    private func ends(after previous: Character, before next: Character) -> Bool {
        if previous.isWhitespace || previous == "," || next == "," { return true }
        return beginsNumber && Self.isPartOfNumber(previous) && !Self.isPartOfNumber(next)
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    private static func isPartOfNumber(_ character: Character) -> Bool {
        isDigit(character) || character == "." || character == ":"
    }
}
