import LinuxIO

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
