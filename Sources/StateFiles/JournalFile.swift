import LinuxIO
import Vocabulary

/// The end of a journal, where commands are added.
///
/// What vouches for the journal is never ahead of it: lines are on the disk before they are vouched
/// for, and are vouched for no more before they are cut off. A power cut between any two of these
/// steps leaves a journal that holds what is vouched for.
package struct JournalFile: Sendable {
    private let store: any JournalStore
    /// All that counts: sound, on the disk, and vouched for.
    private(set) var seal: JournalSeal
    /// What counted before the last ``append(_:)``.
    private var previous: JournalSeal
    /// Nothing lies behind those lines, and nothing else is vouched for.
    private(set) var isWhole = true

    /// - Parameter seal: of the lines that are in the store, and vouched for.
    init(_ store: any JournalStore, _ seal: JournalSeal) {
        self.store = store
        self.seal = seal
        previous = seal
    }

    /// Adds commands and waits until they are on the disk, and vouched for there.
    ///
    /// After a failure none of them is in the journal: what was written is taken back. Where that
    /// fails too, `isWhole` is false, and it is tried again before anything else is added.
    mutating func append(_ commands: [LiveCommand]) throws(JournalFailure) {
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

    /// Takes the commands of the last ``append(_:)`` back.
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

/// Where a journal's bytes go, and what answers for them: files, or what stands for them.
///
/// Used from one queue, which every call keeps waiting as long as the disk takes.
protocol JournalStore: AnyObject, Sendable {
    /// The path of what is no longer what was opened, and would take what is kept with it; nil as
    /// long as all is in its place.
    var displaced: String? { get }
    /// Adds bytes at the end; after a failure some of them may be there.
    func write(_ bytes: [UInt8]) throws(SystemFailure)
    /// Waits until all that was written is on the disk.
    func sync() throws(SystemFailure)
    func truncate(toBytes count: Int) throws(SystemFailure)
    /// Says beside the journal that it holds what a seal names, and waits for the disk.
    /// After a failure the disk may say so, or what it said before.
    func vouch(for seal: JournalSeal) throws(SystemFailure)
}

/// The journal of a state folder, with the folder's other files answering for it.
final class KeptJournal: JournalStore {
    static let name = "journal"

    /// Stays locked as long as the journal is open.
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
