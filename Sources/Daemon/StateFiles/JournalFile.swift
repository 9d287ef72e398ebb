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
    /// Whether the disk is known to have the journal under its name; not after a replacement whose
    /// last step failed.
    private var isNamed = true
    /// What was added since a draft was begun; nil if there is none, or it was made in vain.
    private var sinceDraft: [SessionCommand]?

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
        try JournalFailure.attempt { () throws(SystemFailure) in
            try repair()
            try add(Journal.bytes(of: commands, fromLine: seal.lines + 1))
        }
        sinceDraft?.append(contentsOf: commands)
    }

    private mutating func add(_ bytes: [UInt8]) throws(SystemFailure) {
        let longer = seal.adding(bytes)
        do throws(SystemFailure) {
            try store.write(bytes)
            try store.sync()
            try store.vouch(for: [longer])
        } catch {
            isWhole = false
            try? repair()
            throw error
        }
        (previous, seal) = (seal, longer)
    }

    /// Rolls back the commands of the last ``append(_:)``; nothing if a draft was to replace the
    /// journal since then.
    mutating func rollBack() throws(SystemFailure) {
        seal = previous
        isWhole = false
        // A draft may have been made of the lines that are taken back.
        sinceDraft = nil
        try repair()
    }

    private mutating func repair() throws(SystemFailure) {
        guard !isWhole else { return }
        if !isNamed { try store.settle() }
        isNamed = true
        try store.vouch(for: [seal])
        try store.truncate(toBytes: seal.lines * CheckedRecord.bytes)
        try store.sync()
        isWhole = true
    }
}

/// How a journal is replaced by a shorter one while commands are added to it.
extension JournalFile {
    /// Returns the lines of which a draft may be made, and keeps commands added from now on.
    mutating func beginDraft() throws(JournalFailure) -> (any JournalStore, JournalSeal) {
        try JournalFailure.attempt { () throws(SystemFailure) in try repair() }
        sinceDraft = []
        return (store, seal)
    }

    /// Notes that no draft comes of the last ``beginDraft()``.
    mutating func endDraft() { sinceDraft = nil }

    /// Adds the commands that came since to a draft, and gives it the journal's name.
    ///
    /// Until the name is on the disk, either journal may be found there: `frontier` vouches for
    /// both. After a failure the journal is one of the two, and holds every command.
    ///
    /// - Returns: whether the draft is the journal now; not if lines were taken back meanwhile.
    mutating func replace(with draft: JournalDraft) throws(JournalFailure) -> Bool {
        defer { sinceDraft = nil }
        // Commands added before have been acknowledged: they stay, whatever becomes of this draft.
        previous = seal
        guard let since = sinceDraft, isWhole else {
            store.discard(draft.name)
            return false
        }
        let tail = Journal.bytes(of: since, fromLine: draft.seal.lines + 1)
        let shorter = draft.seal.adding(tail)
        if let path = store.displaced {
            store.discard(draft.name)
            throw .displaced(path: path)
        }
        do throws(SystemFailure) {
            try store.extend(draft.name, tail)
            try store.vouch(for: [seal, shorter])
        } catch {
            store.discard(draft.name)
            throw .system(error)
        }
        try take(draft, shorter)
        return true
    }

    private mutating func take(
        _ draft: JournalDraft, _ shorter: JournalSeal
    ) throws(JournalFailure) {
        var failure: SystemFailure?
        do throws(SystemFailure) {
            try store.put(draft.name)
        } catch {
            failure = error
        }
        guard store.takeOver(draft.name) else {
            store.discard(draft.name)
            throw .system(failure ?? SystemFailure(call: "renameat", code: 0))
        }
        (seal, previous) = (shorter, shorter)
        isNamed = failure == nil
        // Else the next command would vouch for the lines.
        isWhole = false
        try? repair()
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
    /// Writes the seals to one of which the journal must hold, beside the journal, and waits for
    /// the disk. After a failure the disk may hold these seals or the ones before.
    func vouch(for seals: [JournalSeal]) throws(SystemFailure)

    /// All bytes of the journal, perhaps without those being written. From any thread.
    func content() throws(SystemFailure) -> [UInt8]
    /// Writes a file beside the journal, waits for the disk, and returns its name. From any thread.
    func draft(_ bytes: [UInt8]) throws(SystemFailure) -> String
    /// Adds bytes to a draft and waits for the disk.
    func extend(_ draft: String, _ bytes: [UInt8]) throws(SystemFailure)
    /// Gives a draft the journal's name, and waits until the name is on the disk. After a failure
    /// it is open which of the two files has the name, now and on the disk.
    func put(_ draft: String) throws(SystemFailure)
    /// Goes on with the draft if it has the journal's name now, and returns whether it has.
    func takeOver(_ draft: String) -> Bool
    /// Waits until the disk has the journal under its name.
    func settle() throws(SystemFailure)
    /// Removes a draft if it is there.
    func discard(_ draft: String)
}
