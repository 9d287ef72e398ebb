import LinuxIO
import Vocabulary

/// A journal to which commands are added.
///
/// The seal in `frontier` never covers lines that the disk may lack. Lines are on the disk before
/// the seal covers them, and the seal excludes lines before they are cut off. After a power cut
/// between any two of these steps the journal holds all sealed lines.
package struct JournalFile: Sendable {
    private let store: any JournalStore
    /// The lines that count: they are sound, on the disk, and vouched for.
    private(set) var seal: JournalSeal
    /// The seal before the last ``append(_:)``.
    private var previous: JournalSeal
    /// Whether the file ends with the lines of `seal`, and `frontier` holds that seal.
    private(set) var isWhole = true

    /// - Parameter seal: the seal of all lines in the store, which is vouched for.
    init(_ store: any JournalStore, _ seal: JournalSeal) {
        self.store = store
        self.seal = seal
        previous = seal
    }

    /// Adds commands and waits until they, and their seal, are on the disk.
    ///
    /// After a failure none of them counts, because what was written is rolled back. If that fails
    /// too, ``isWhole`` is false, and the next call rolls back before it adds anything.
    mutating func append(_ commands: [SessionCommand]) throws(JournalFailure) {
        if let path = store.displaced { throw .displaced(path: path) }
        do throws(SystemFailure) {
            try repair()
            try add(Journal.bytes(of: commands, fromLine: seal.lines + 1))
        } catch {
            throw .system(error)
        }
    }

    private mutating func add(_ bytes: [UInt8]) throws(SystemFailure) {
        let longer = seal.adding(bytes)
        do throws(SystemFailure) {
            try store.write(bytes)
            try store.sync()
            try store.vouch(for: longer)
        } catch {
            isWhole = false
            try? repair()
            throw error
        }
        (previous, seal) = (seal, longer)
    }

    /// Rolls back the commands of the last ``append(_:)``.
    mutating func rollBack() throws(SystemFailure) {
        seal = previous
        isWhole = false
        try repair()
    }

    private mutating func repair() throws(SystemFailure) {
        guard !isWhole else { return }
        try store.vouch(for: seal)
        try store.truncate(toBytes: seal.lines * CheckedRecord.bytes)
        try store.sync()
        isWhole = true
    }
}

/// The storage of a journal and of its seal: files, or a script of failures in tests.
///
/// All calls come from one queue. A call lasts as long as the disk takes.
protocol JournalStore: AnyObject, Sendable {
    /// The path of a folder or file that was moved, deleted or replaced since it was opened; nil
    /// while all are in place. What is written into a displaced file would be lost.
    var displaced: String? { get }
    /// Appends bytes. After a failure some of them may be in the file.
    func write(_ bytes: [UInt8]) throws(SystemFailure)
    /// Waits until everything written is on the disk.
    func sync() throws(SystemFailure)
    func truncate(toBytes count: Int) throws(SystemFailure)
    /// Writes the journal's seal, beside the journal, and waits for the disk. After a failure the
    /// disk may hold this seal or the one before.
    func vouch(for seal: JournalSeal) throws(SystemFailure)
}

/// The journal of a state folder, with its seal in the folder's file `frontier`.
final class KeptJournal: JournalStore {
    static let name = "journal"

    // Keeps the folder locked while the journal is open.
    private let folder: StateFolder
    private let file: AppendedFile

    init(_ file: AppendedFile, in folder: StateFolder) {
        self.file = file
        self.folder = folder
    }

    var displaced: String? {
        if let path = folder.displaced { return path }
        return folder.files.holds(file, as: Self.name) ? nil : file.path
    }

    func write(_ bytes: [UInt8]) throws(SystemFailure) { try file.write(bytes) }

    func sync() throws(SystemFailure) { try file.sync() }

    func truncate(toBytes count: Int) throws(SystemFailure) { try file.truncate(toBytes: count) }

    func vouch(for seal: JournalSeal) throws(SystemFailure) {
        try folder.frontier.vouch(for: seal)
    }
}
