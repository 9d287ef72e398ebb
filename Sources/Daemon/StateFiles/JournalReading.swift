import PlainText
import Vocabulary

/// Reads a journal back, after a clean exit, a kill or a power cut.
///
/// All sealed lines must be there, because their commands may have been acknowledged. Sound lines
/// behind them count as well. What follows the last sound line is a torn write, never acknowledged,
/// and is to be cut off. In a journal without a seal, as earlier daemons left it, a damaged line
/// with a sound line behind it is an error.
struct JournalReading {
    let journal: Journal
    /// Whether the file has an older format, and is to be rewritten.
    let isOld: Bool
    /// The seal of all sound lines.
    let seal: JournalSeal
    /// The number of bytes behind the sound lines, to be cut off.
    let tornBytes: Int

    /// - Parameters:
    ///   - file: the path, for the error.
    ///   - seals: the journal must hold to one of these; empty if nothing vouches for it.
    init(_ bytes: [UInt8], file: String, vouchedBy seals: [JournalSeal] = []) throws(StateFailure) {
        let lines = bytes.count / CheckedRecord.bytes
        guard let head = Self.text(bytes, line: 1) else {
            throw .damaged(file: file, line: 1, reason: "the first line is damaged")
        }
        let (identity, isOld) = try Self.identity(head, file: file)
        var journal = Journal(identity: identity)
        journal.commands.reserveCapacity(lines)
        var sound = 1
        while sound < lines, let text = Self.text(bytes, line: sound + 1) {
            sound += 1
            try Self.add(text, line: sound, isOld: isOld, file: file, into: &journal)
        }
        let kept = bytes[..<(sound * CheckedRecord.bytes)]
        if seals.isEmpty {
            try Self.checkEnd(bytes, sound: sound, file: file)
        } else if !seals.contains(where: { $0.holds(in: kept) }) {
            throw Self.refusal(bytes, sound: sound, file: file, seals)
        }
        self.journal = journal
        self.isOld = isOld
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

    /// The reason why the journal holds to none of the seals.
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
        JournalLines(bytes[...])[line]
    }

    private static func add(
        _ text: String, line: Int, isOld: Bool, file: String, into journal: inout Journal
    ) throws(StateFailure) {
        if let command = CommandText.command(of: text), !(isOld && command.session.isBook) {
            journal.commands.append(command)
        } else if line == journal.headLines + 1, journal.retention.take(text) {
            // One of the first lines, which say which commands were forgotten.
        } else {
            throw .damaged(
                file: file, line: line, reason: "\"\(text)\" is no command of this daemon")
        }
    }

    /// The fleet that a journal's first line names, and whether the line is of an older format.
    static func identity(
        _ text: String, file: String
    ) throws(StateFailure) -> (String, isOld: Bool) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 3, words[0] == Journal.head else {
            throw .damaged(file: file, line: 1, reason: "it does not begin with \(Journal.head)")
        }
        let known = [
            Journal.version, Journal.startedVersion, Journal.usualVersion, Journal.oldVersion,
        ]
        guard known.contains(words[1]) else {
            let reason = StoredState.strange(words[1], known: Journal.version)
            throw .damaged(file: file, line: 1, reason: reason)
        }
        return (words[2], words[1] == Journal.oldVersion)
    }
}

/// The lines of a journal, from 1.
struct JournalLines {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// How many whole lines there are.
    var count: Int { bytes.count / CheckedRecord.bytes }

    /// The text of a line; nil if it is damaged or missing.
    subscript(line: Int) -> String? {
        let start = (line - 1) * CheckedRecord.bytes
        return CheckedRecord.text(
            of: bytes.dropFirst(start).prefix(CheckedRecord.bytes), line: line)
    }
}
