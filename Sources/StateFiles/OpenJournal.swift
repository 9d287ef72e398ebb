import Vocabulary

/// A journal that has been read and to which commands can be added.
package struct OpenJournal: Sendable {
    /// Bytes of a write that never came to its end.
    package struct TornTail: Hashable, Sendable {
        package let bytes: Int
        /// The path of the file that holds them now.
        package let keptIn: String
    }

    package let journal: Journal
    package let file: JournalFile
    /// What was cut off; nil if nothing was.
    package let tornTail: TornTail?
    /// Commands of long-ended sessions that were dropped at this start.
    package let droppedCommands: Int
    /// An earlier daemon has left a journal that nothing vouched for: what was there is all.
    package let wasUnvouched: Bool

    init(
        _ journal: Journal, _ file: JournalFile, tornTail: TornTail? = nil,
        droppedCommands: Int = 0, wasUnvouched: Bool = false
    ) {
        self.journal = journal
        self.file = file
        self.tornTail = tornTail
        self.droppedCommands = droppedCommands
        self.wasUnvouched = wasUnvouched
    }
}
