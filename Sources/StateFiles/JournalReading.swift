import PlainText
import Vocabulary

/// A journal as it is read back after whatever has ended the daemon.
///
/// Lines that were vouched for must all be there: somebody may have been told that they count. What
/// follows them, and the last sound line, is a write that never came to its end: nobody was told
/// that it had, so it is cut off. In a journal that nothing vouches for, as earlier daemons have
/// left it, a damaged line with a sound one behind it is refused.
struct JournalReading {
    let journal: Journal
    /// Of all sound lines.
    let seal: JournalSeal
    /// Bytes behind them, to be cut off.
    let tornBytes: Int

    /// - Parameters:
    ///   - file: its path, for the error.
    ///   - seals: one of them must hold; none where nothing vouches for the journal.
    init(_ bytes: [UInt8], file: String, vouchedBy seals: [JournalSeal] = []) throws(StateFailure) {
        let lines = bytes.count / CheckedRecord.bytes
        guard let head = Self.text(bytes, line: 1) else {
            throw .damaged(file: file, line: 1, reason: "the first line is damaged")
        }
        var journal = Journal(identity: try Self.identity(head, file: file))
        journal.commands.reserveCapacity(lines)
        var sound = 1
        while sound < lines, let text = Self.text(bytes, line: sound + 1) {
            sound += 1
            try Self.add(text, line: sound, file: file, into: &journal)
        }
        let kept = bytes[..<(sound * CheckedRecord.bytes)]
        if seals.isEmpty {
            try Self.checkEnd(bytes, sound: sound, file: file)
        } else if !seals.contains(where: { $0.holds(in: kept) }) {
            throw Self.refusal(bytes, sound: sound, file: file, seals)
        }
        self.journal = journal
        seal = JournalSeal.none.adding(kept)
        tornBytes = bytes.count - kept.count
    }

    private static func checkEnd(
        _ bytes: [UInt8], sound: Int, file: String
    ) throws(StateFailure) {
        let lines = bytes.count / CheckedRecord.bytes
        for line in stride(from: sound + 2, through: lines, by: 1)
        where text(bytes, line: line) != nil {
            throw .damaged(
                file: file, line: sound + 1,
                reason: "the line is damaged, and line \(line) behind it is sound")
        }
    }

    /// Why no seal holds.
    private static func refusal(
        _ bytes: [UInt8], sound: Int, file: String, _ seals: [JournalSeal]
    ) -> StateFailure {
        let lines = seals.map(\.lines).min() ?? 0
        let beside =
            "\(FrontierFile.name) says that \(lines.counted("line")) "
            + "\(lines.noun("was", "were")) kept"
        guard sound < lines else {
            return .damaged(
                file: file, line: lines,
                reason: "the lines up to here are not those that \(FrontierFile.name) vouches for")
        }
        let isCut = bytes.count <= sound * CheckedRecord.bytes
        return .damaged(
            file: file, line: sound + 1,
            reason: "\(isCut ? "the line is missing" : "the line is damaged"), and \(beside)")
    }

    private static func text(_ bytes: [UInt8], line: Int) -> String? {
        let start = (line - 1) * CheckedRecord.bytes
        return CheckedRecord.text(
            of: bytes.dropFirst(start).prefix(CheckedRecord.bytes), line: line)
    }

    private static func add(
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
