import LinuxIO
import Synchronization

/// The journal of a state folder, with its seal in the folder's file `frontier`.
final class KeptJournal: JournalStore {
    static let name = "journal"

    // Keeps the folder locked while the journal is open.
    private let folder: StateFolder
    private let files: Mutex<Files>

    private struct Files {
        var journal: AppendedFile
        /// The draft that is about to become the journal.
        var draft: AppendedFile?
    }

    init(_ file: AppendedFile, in folder: StateFolder) {
        files = Mutex(Files(journal: file))
        self.folder = folder
    }

    private var file: AppendedFile { files.withLock { $0.journal } }

    var displaced: String? {
        if let path = folder.displaced { return path }
        return folder.files.holds(file, as: Self.name) ? nil : folder.files.path(of: Self.name)
    }

    func write(_ bytes: [UInt8]) throws(SystemFailure) { try file.write(bytes) }

    func sync() throws(SystemFailure) { try file.sync() }

    func truncate(toBytes count: Int) throws(SystemFailure) { try file.truncate(toBytes: count) }

    func vouch(for seals: [JournalSeal]) throws(SystemFailure) {
        try folder.frontier.vouch(for: seals)
    }
}

/// How the journal is replaced.
extension KeptJournal {
    func content() throws(SystemFailure) -> [UInt8] {
        try attempt { () throws(PrivateFolder.Failure) in try folder.content(of: Self.name) }
            ?? []
    }

    func draft(_ bytes: [UInt8]) throws(SystemFailure) -> String {
        try folder.files.draft(of: Self.name, bytes, mode: StateFolder.fileMode)
    }

    func extend(_ draft: String, _ bytes: [UInt8]) throws(SystemFailure) {
        let opened = try attempt { () throws(PrivateFolder.Failure) in
            try folder.files.openForAppending(draft)
        }
        guard let file = opened else { throw gone(draft) }
        if !bytes.isEmpty {
            try file.write(bytes)
            try file.sync()
        }
        files.withLock { $0.draft = file }
    }

    func put(_ draft: String) throws(SystemFailure) { try folder.files.put(draft, as: Self.name) }

    func takeOver(_ draft: String) -> Bool {
        guard let file = files.withLock({ $0.draft.take() }),
            folder.files.holds(file, as: Self.name)
        else { return false }
        files.withLock { $0.journal = file }
        return true
    }

    func settle() throws(SystemFailure) { try folder.files.sync() }

    func discard(_ draft: String) {
        files.withLock { $0.draft = nil }
        try? folder.files.remove(draft)
    }

    private func gone(_ draft: String) -> SystemFailure {
        SystemFailure(call: "openat", code: 2, path: folder.files.path(of: draft))
    }

    /// Reads a file that is not the user's alone as a missing one.
    private func attempt<Value>(
        _ work: () throws(PrivateFolder.Failure) -> Value?
    ) throws(SystemFailure) -> Value? {
        do throws(PrivateFolder.Failure) {
            return try work()
        } catch {
            switch error {
            case .system(let failure): throw failure
            case .fault: return nil
            }
        }
    }
}
