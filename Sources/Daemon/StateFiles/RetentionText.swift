import Vocabulary

/// How a journal says what it has forgotten, in the lines behind its first.
extension CommandRetention {
    private static let nothing = "-"

    /// The first format of a journal that has lines for all this.
    var version: String {
        if entries != nil || !starts.isEmpty { return Journal.version }
        return forgetsStarted ? Journal.startedVersion : Journal.usualVersion
    }

    private var forgetsStarted: Bool { started != nil || lastForgottenLane != nil }
    private var forgetsSessions: Bool { own != nil || forgetsStarted }

    /// How many lines there are.
    var lineCount: Int { (forgetsSessions ? 1 : 0) + (entries == nil ? 0 : 1) + starts.count }

    /// The lines: `retained 2026-… 2026-… 600123` with `-` for what is nil, of a journal that has
    /// forgotten no started session `retained 2026-…`; `entries 2026-…`; and one for each user.
    var texts: [String] {
        var texts: [String] = []
        if forgetsSessions { texts.append(sessionText) }
        if let entries { texts.append("\(Journal.entries) \(InstantText.text(of: entries))") }
        return texts + starts.sorted { $0.key < $1.key }.map { StartsText.text(of: $0, $1) }
    }

    private var sessionText: String {
        let own = "\(Journal.retained) \(Self.text(own))"
        guard forgetsStarted else { return own }
        return "\(own) \(Self.text(started)) " + (lastForgottenLane.map { "\($0)" } ?? Self.nothing)
    }

    private static func text(_ instant: FleetInstant?) -> String {
        instant.map { InstantText.text(of: $0) } ?? nothing
    }

    /// Takes what the next line says; false if it is not one of ``texts``, or comes too late.
    mutating func take(_ text: String) -> Bool {
        var next = self
        let words = text.split(separator: " ").map(String.init)
        switch words.first {
        case Journal.retained where lineCount == 0:
            next.takeSessions(words)
            guard next.forgetsSessions, next.sessionText == text else { return false }
        case Journal.entries where words.count == 2 && entries == nil && starts.isEmpty:
            next.entries = Self.instant(words[1])
            guard next.entries != nil else { return false }
        case Journal.starts:
            guard let (user, count) = StartsText.starts(words),
                StartsText.text(of: user, count) == text,
                next.starts.updateValue(count, forKey: user) == nil
            else { return false }
        case _: return false
        }
        guard next.isPossible else { return false }
        self = next
        return true
    }

    private mutating func takeSessions(_ words: [String]) {
        guard [2, 4].contains(words.count) else { return }
        own = Self.instant(words[1])
        guard words.count == 4 else { return }
        started = Self.instant(words[2])
        lastForgottenLane = Int(words[3]).flatMap(LaneID.init(exactly:))
    }

    private static func instant(_ word: String) -> FleetInstant? {
        word == nothing ? nil : InstantText.instant(word)
    }

    private var isPossible: Bool {
        [own, started, entries].allSatisfy {
            $0.map(FleetInstant.presents.contains) ?? true
        } && lastForgottenLane.map { $0 >= .firstStarted } ?? true
    }
}

/// The line of a user whose starts were forgotten: the user's number in base 36, the number of
/// starts, the last day of the machine's clock with one, and the number on that day,
/// `starts rt 1234 20783 17`.
private enum StartsText {
    static func text(of user: UInt32, _ count: StartCount) -> String {
        "\(Journal.starts) \(CommandText.userText(user)) \(count.ever) \(count.day) \(count.ofDay)"
    }

    /// The starts of a user; nil if a number is impossible.
    static func starts(_ words: [String]) -> (user: UInt32, StartCount)? {
        guard words.count == 5, let user = CommandText.user(words[1]) else { return nil }
        let numbers = words[2...].compactMap { CommandText.number($0) }
        guard numbers.count == 3, numbers.allSatisfy({ (0...999_999).contains($0) }) else {
            return nil
        }
        return (user, StartCount(ever: numbers[0], day: Int32(numbers[1]), ofDay: numbers[2]))
    }
}
