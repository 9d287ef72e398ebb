import Vocabulary

/// A journal as it is read back after whatever has ended the daemon.
///
/// What follows the last sound line is a write that never came to its end: nobody was told that it
/// had, so it is cut off. A damaged line with a sound one behind it is something else, and going on
/// without it would change what was told: it is refused.
struct JournalReading {
    let journal: Journal
    /// Bytes up to the end of the last sound line.
    let soundBytes: Int
    /// Bytes behind them, to be cut off.
    let tornBytes: Int

    /// - Parameter file: its path, for the error.
    init(_ bytes: [UInt8], file: String) throws(StateFailure) {
        let lines = bytes.count / CheckedRecord.bytes
        guard let head = Self.text(bytes, line: 1) else {
            throw .damaged(file: file, line: 1, reason: "the first line is damaged")
        }
        var journal = Journal(identity: try Self.identity(head, file: file))
        journal.commands.reserveCapacity(lines)
        var sound = 1
        while sound < lines, let text = Self.text(bytes, line: sound + 1) {
            sound += 1
            try Self.take(text, line: sound, file: file, into: &journal)
        }
        for line in stride(from: sound + 2, through: lines, by: 1)
        where Self.text(bytes, line: line) != nil {
            throw .damaged(
                file: file, line: sound + 1,
                reason: "the line is damaged, and line \(line) behind it is sound")
        }
        self.journal = journal
        soundBytes = sound * CheckedRecord.bytes
        tornBytes = bytes.count - soundBytes
    }

    private static func text(_ bytes: [UInt8], line: Int) -> String? {
        let start = (line - 1) * CheckedRecord.bytes
        return CheckedRecord.text(
            of: bytes.dropFirst(start).prefix(CheckedRecord.bytes), line: line)
    }

    private static func take(
        _ text: String, line: Int, file: String, into journal: inout Journal
    ) throws(StateFailure) {
        if let command = CommandText.command(of: text) {
            journal.commands.append(command)
        } else if line == 2, let oldest = oldestInstant(text),
            FleetInstant.presents.contains(oldest)
        {
            journal.oldestInstant = oldest
        } else {
            throw .damaged(
                file: file, line: line, reason: "\"\(text)\" is no command of this daemon")
        }
    }

    private static func identity(_ text: String, file: String) throws(StateFailure) -> String {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 3, words[0] == Journal.head else {
            throw .damaged(file: file, line: 1, reason: "it does not begin with \(Journal.head)")
        }
        guard words[1] == Journal.version else {
            throw .damaged(file: file, line: 1, reason: StoredState.strange(words[1]))
        }
        return words[2]
    }

    private static func oldestInstant(_ text: String) -> FleetInstant? {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 2, words[0] == Journal.retained else { return nil }
        return InstantText.instant(words[1])
    }
}
