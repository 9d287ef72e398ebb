import LinuxIO
import Vocabulary

/// The folder in which a daemon keeps what must outlive it, locked for itself while this lives.
///
/// `identity` says which fleet it is and where its clock stands, `journal` holds its live commands,
/// `frontier` says how far it may have published, `lock` keeps a second daemon out. The journal
/// grows, identity and frontier are replaced as a whole.
package final class StateFolder: Sendable {
    package let path: String
    /// What it held when it was opened; nil of a fresh one.
    package let stored: StoredState?
    private let lock: FileLock

    private static let folderMode: UInt32 = 0o700
    static let fileMode: UInt32 = 0o600
    /// A few lines more than the largest of our files has.
    private static let limitBytes = (StateLimits.commands + 100) * CheckedRecord.bytes

    /// Makes the folder if it is missing, locks it, and reads whose state it holds.
    package init(_ path: String) throws(StateFailure) {
        self.path = path
        try Self.attempt { () throws(SystemFailure) in
            try Directory.create(path, mode: Self.folderMode, durable: true)
        }
        lock = try Self.lock(path)
        let identity = "\(path)/identity"
        try Self.attempt { () throws(SystemFailure) in
            try FileContent.removeDrafts(of: identity)
            try FileContent.removeDrafts(of: "\(path)/journal")
        }
        if let bytes = try Self.read(identity) {
            stored = try StoredState(bytes, file: identity)
        } else {
            stored = nil
        }
    }

    private static func lock(_ path: String) throws(StateFailure) -> FileLock {
        do throws(FileLock.Failure) {
            return try FileLock("\(path)/lock")
        } catch {
            switch error {
            case .held(let processID): throw .held(folder: path, processID: processID)
            case .system(let failure): throw .system(failure)
            }
        }
    }

    /// Where the clock of a fleet stands that starts, or goes on, at a wall clock's microseconds.
    package func clock(
        startingAt wall: Int64, epoch: FleetInstant, speed: PlaybackSpeed
    ) -> ClockPoint {
        stored?.clock.moved(to: speed, at: wall)
            ?? ClockPoint(startingAt: wall, epoch: epoch, speed: speed)
    }

    /// Stores the state and opens the journal that goes with it.
    ///
    /// The journal of a fresh folder is made first: a start that is cut short leaves nothing that
    /// the next one does not begin anew.
    ///
    /// - Parameters:
    ///   - now: the fleet's present.
    ///   - end: the instant after which a session has no line; nil if that cannot be told.
    package func open(
        _ state: StoredState, at now: FleetInstant, end: (SessionName) -> FleetInstant?
    ) throws(StateFailure) -> OpenJournal {
        let journal = try openJournal(of: state.fleet.identity, at: now, end: end)
        if state != stored { try replace("\(path)/identity", with: state.bytes) }
        return journal
    }

    private func openJournal(
        of identity: String, at now: FleetInstant, end: (SessionName) -> FleetInstant?
    ) throws(StateFailure) -> OpenJournal {
        let path = "\(path)/journal"
        guard let reading = try readJournal(path), stored != nil else {
            return try makeJournal(path, Journal(identity: identity))
        }
        guard reading.journal.identity == identity else {
            throw .foreign(file: path, identity: reading.journal.identity, expected: identity)
        }
        let count = reading.journal.commands.count
        if let compacted = reading.journal.compacted(at: now, end: end) {
            return try makeJournal(
                path, compacted, tornBytes: reading.tornBytes,
                droppedCommands: count - compacted.commands.count)
        }
        let file = try Self.attempt { () throws(SystemFailure) in
            let file = try AppendedFile(path)
            guard reading.tornBytes > 0 else { return file }
            try file.truncate(toBytes: reading.soundBytes)
            try file.sync()
            return file
        }
        return OpenJournal(reading.journal, file, tornBytes: reading.tornBytes)
    }

    /// Nil if there is none. One without the file `identity` beside it is what a first start left
    /// that was cut short, unless somebody has taken that file away.
    private func readJournal(_ path: String) throws(StateFailure) -> JournalReading? {
        guard let bytes = try Self.read(path) else {
            guard stored == nil else { throw .missing(file: path, beside: "identity") }
            return nil
        }
        let reading = try JournalReading(bytes, file: path)
        guard stored != nil || reading.journal.headLines + reading.journal.commands.count == 1
        else { throw .missing(file: "\(self.path)/identity", beside: "a journal with commands") }
        return reading
    }

    private func makeJournal(
        _ path: String, _ journal: Journal, tornBytes: Int = 0, droppedCommands: Int = 0
    ) throws(StateFailure) -> OpenJournal {
        try replace(path, with: journal.bytes)
        let file = try Self.attempt { () throws(SystemFailure) in try AppendedFile(path) }
        return OpenJournal(
            journal, file, tornBytes: tornBytes, droppedCommands: droppedCommands)
    }

    func replace(_ path: String, with bytes: [UInt8]) throws(StateFailure) {
        try Self.attempt { () throws(SystemFailure) in
            try FileContent.replace(path, with: bytes, mode: Self.fileMode)
        }
    }

    /// Nil if there is no such file. Devices and pipes are not waited for.
    static func read(_ path: String) throws(StateFailure) -> [UInt8]? {
        let kind = try attempt { () throws(SystemFailure) in try FileStatus.of(path)?.kind }
        guard let kind else { return nil }
        guard kind == .regular else { throw .notAFile(path, kind) }
        return try attempt { () throws(SystemFailure) in
            try FileContent.read(path, limitBytes: limitBytes)
        }
    }

    static func attempt<Value>(
        _ work: () throws(SystemFailure) -> Value
    ) throws(StateFailure) -> Value {
        do throws(SystemFailure) {
            return try work()
        } catch {
            throw .system(error)
        }
    }
}
