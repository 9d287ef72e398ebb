import LinuxIO
import Vocabulary

/// The end of a journal, where commands are added.
package struct JournalFile: Sendable {
    private let store: any JournalStore
    /// All that count: sound, and on the disk.
    private(set) var lines: Int
    private var lastLines = 0
    /// Nothing lies behind those lines.
    private(set) var isWhole = true

    /// - Parameter lines: in the store so far.
    package init(_ store: any JournalStore, lines: Int) {
        self.store = store
        self.lines = lines
    }

    /// Adds commands and waits until they are on the disk.
    ///
    /// After a failure none of them is in the journal: what was written is taken back. Where that
    /// fails too, `isWhole` is false, and it is tried again before anything else is added.
    mutating func append(_ commands: [LiveCommand]) throws(SystemFailure) {
        try repair()
        do throws(SystemFailure) {
            try store.write(Journal.bytes(of: commands, fromLine: lines + 1))
            try store.sync()
        } catch {
            isWhole = false
            try? repair()
            throw error
        }
        lines += commands.count
        lastLines = commands.count
    }

    /// Takes the commands of the last ``append(_:)`` back.
    mutating func takeBack() throws(SystemFailure) {
        lines -= lastLines
        lastLines = 0
        isWhole = false
        try repair()
    }

    private mutating func repair() throws(SystemFailure) {
        guard !isWhole else { return }
        try store.truncate(toBytes: lines * CheckedRecord.bytes)
        try store.sync()
        isWhole = true
    }
}
