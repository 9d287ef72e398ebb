import LinuxIO
import Vocabulary

/// A shorter journal on the disk that is to replace a longer one: what was kept of it up to a line.
///
/// It is made beside the journal, on a thread of its own, while commands are added to the journal.
/// ``JournalFile/replace(with:)`` adds these commands and gives the draft the journal's name.
struct JournalDraft: Sendable {
    /// The draft's name in the folder.
    let name: String
    /// The lines of the journal from which it was made.
    let source: JournalSeal
    /// The seal of the draft's own lines.
    let seal: JournalSeal
    /// How many commands on sessions it leaves out.
    let droppedCommands: Int

    /// Writes what the first lines of a journal hold without some commands, and waits for the disk.
    ///
    /// The lines are read from the disk: lines that are no longer what was sealed are not replaced.
    /// O(lines); takes the memory of both files.
    static func make(
        in store: any JournalStore, from source: JournalSeal, without forgotten: ForgottenSessions
    ) throws(JournalFailure) -> JournalDraft {
        let bytes = try JournalFailure.attempt { () throws(SystemFailure) in try store.content() }
        let sealed = bytes.prefix(source.lines * CheckedRecord.bytes)
        guard source.holds(in: sealed),
            let (text, dropped) = shorter(sealed, without: forgotten)
        else { throw .damaged }
        return JournalDraft(
            name: try JournalFailure.attempt { () throws(SystemFailure) in try store.draft(text) },
            source: source, seal: JournalSeal.none.adding(text), droppedCommands: dropped)
    }

    /// The bytes of a journal without some commands, and how many commands they lack; nil if a line
    /// is not what a daemon wrote.
    private static func shorter(
        _ bytes: ArraySlice<UInt8>, without forgotten: ForgottenSessions
    ) -> (bytes: [UInt8], dropped: Int)? {
        let lines = JournalLines(bytes)
        guard let head = lines[1], let (identity, _) = try? JournalReading.identity(head, file: "")
        else { return nil }
        var (earlier, dropped) = (CommandRetention.everything, 0)
        var kept = Journal(identity: identity, retention: forgotten.retention).bytes
        kept.reserveCapacity(bytes.count + CheckedRecord.bytes)
        for line in stride(from: 2, through: lines.count, by: 1) {
            guard let text = lines[line] else { return nil }
            if line == earlier.lineCount + 2, earlier.take(text) { continue }
            guard let command = CommandText.command(of: text) else { return nil }
            if forgotten.contains(command) {
                dropped += command.session.isBook ? 0 : 1
            } else {
                kept += CheckedRecord.encode(text, line: kept.count / CheckedRecord.bytes + 1)
            }
        }
        return (kept, dropped)
    }
}
