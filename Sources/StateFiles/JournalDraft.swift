import LinuxIO
import Vocabulary

/// A shorter journal on the disk that is to replace a longer one: what was kept of it up to a line.
///
/// It is made beside the journal, on a thread of its own, while commands are added to the journal.
/// ``JournalFile/replace(with:)`` adds those and gives the draft the journal's name.
struct JournalDraft: Sendable {
    /// The draft's name in the folder.
    let name: String
    /// The lines of the journal from which it was made.
    let source: JournalSeal
    /// Its own lines.
    let seal: JournalSeal
    /// How many commands it leaves out.
    let droppedCommands: Int

    /// Writes what the first lines of a journal hold without some sessions, and waits for the disk.
    ///
    /// The lines are read from the disk: those that are no longer what was sealed are not replaced.
    /// What was done by hand is kept. O(lines).
    static func make(
        in store: any JournalStore, from source: JournalSeal, without forgotten: ForgottenSessions
    ) throws(JournalFailure) -> JournalDraft {
        let bytes = try attempt { () throws(SystemFailure) in try store.content() }
        let sealed = bytes.prefix(source.lines * CheckedRecord.bytes)
        guard source.holds(in: sealed),
            let journal = try? JournalReading(Array(sealed), file: "").journal
        else { throw .damaged }
        let kept = Journal(
            identity: journal.identity, retention: forgotten.retention,
            commands: journal.commands.filter { !forgotten.sessions.contains($0.session) })
        let text = kept.bytes
        return JournalDraft(
            name: try attempt { () throws(SystemFailure) in try store.draft(text) },
            source: source, seal: JournalSeal.none.adding(text),
            droppedCommands: journal.commands.count - kept.commands.count)
    }

    private static func attempt<Value>(
        _ work: () throws(SystemFailure) -> Value
    ) throws(JournalFailure) -> Value {
        do throws(SystemFailure) {
            return try work()
        } catch {
            throw .system(error)
        }
    }
}
