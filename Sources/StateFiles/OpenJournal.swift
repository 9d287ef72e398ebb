import Vocabulary

/// A journal that has been read and to which commands can be added.
package struct OpenJournal: Sendable {
    package let journal: Journal
    package let file: JournalFile
    /// Bytes of a write that never came to its end, which were cut off.
    package let tornBytes: Int
    /// Commands of long-ended sessions that were dropped at this start.
    package let droppedCommands: Int

    init(
        _ journal: Journal, _ store: any JournalStore, tornBytes: Int, droppedCommands: Int = 0
    ) {
        self.journal = journal
        file = JournalFile(store, lines: journal.headLines + journal.commands.count)
        self.tornBytes = tornBytes
        self.droppedCommands = droppedCommands
    }
}
