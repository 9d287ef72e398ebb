import LinuxIO
import Synchronization
import Vocabulary

/// The file `frontier`, replaced as a whole whenever the promise or a seal changes.
///
/// Two queues write it, that of the journal and that of the promises. A call waits for the disk,
/// and for a call from the other queue.
package final class FrontierFile: Sendable {
    static let name = "frontier"

    private let folder: PrivateFolder
    private let state: Mutex<State>

    private struct State {
        /// What the file should say; nil before the first write.
        var record: FrontierRecord?
        /// What the disk holds; nil if unknown, after a failed write.
        var onDisk: FrontierRecord?
    }

    /// - Parameter record: what the file says; nil if there is no file.
    init(in folder: PrivateFolder, _ record: FrontierRecord?) {
        self.folder = folder
        state = Mutex(State(record: record, onDisk: record))
    }

    /// What the file should say now; nil before the first write.
    var record: FrontierRecord? { state.withLock { $0.record } }

    /// Writes how far the fleet may have published. Traps before a journal was vouched for.
    ///
    /// After a failure the next write of any kind includes the promise.
    func promise(_ instant: FleetInstant) throws(SystemFailure) {
        try state.withLock { state throws(SystemFailure) in
            guard state.record?.seals.isEmpty == false else {
                preconditionFailure("a promise without a journal")
            }
            state.record?.promise = instant
            guard let record = state.record else { return }
            try write(record, &state)
        }
    }

    /// Writes that the journal begins with the lines of one of `seals`.
    ///
    /// After a failure the next promise writes the seals from before this call.
    func vouch(for seals: [JournalSeal]) throws(SystemFailure) {
        try state.withLock { state throws(SystemFailure) in
            try write(FrontierRecord(promise: state.record?.promise, seals: seals), &state)
        }
    }

    /// Writes the first record of a folder.
    ///
    /// - Parameter promise: nil for a fleet that has published nothing yet.
    func begin(with seal: JournalSeal, promise: FleetInstant? = nil) throws(SystemFailure) {
        try state.withLock { state throws(SystemFailure) in
            try write(FrontierRecord(promise: promise, seals: [seal]), &state)
        }
    }

    private func write(_ record: FrontierRecord, _ state: inout State) throws(SystemFailure) {
        guard record != state.onDisk else { return state.record = record }
        let draft = try folder.draft(of: Self.name, record.bytes, mode: StateFolder.fileMode)
        state.onDisk = nil
        try folder.put(draft, as: Self.name)
        (state.record, state.onDisk) = (record, record)
    }
}

/// The content of the file `frontier`: how far the fleet may have published, and the lines with
/// which the journal must begin.
struct FrontierRecord: Hashable, Sendable {
    /// The instant up to which lines may have been published; nil while none can have been.
    var promise: FleetInstant?
    /// The journal must hold to one of these. There are two while one journal replaces another, and
    /// none in a file of format 1.
    var seals: [JournalSeal]

    private static let head = "runway-frontier"
    private static let version = "2"
    private static let oldVersion = "1"
    private static let nothing = "-"

    init(promise: FleetInstant?, seals: [JournalSeal]) {
        self.promise = promise
        self.seals = seals
    }

    /// The file's bytes.
    var bytes: [UInt8] {
        let promise = promise.map { InstantText.text(of: $0) } ?? Self.nothing
        return CheckedRecord.encode(
            ["\(Self.head) \(Self.version) \(promise)"] + seals.map(\.text))
    }

    /// Parses ``bytes``, and files of format 1. Throws if the file differs in any bit from either.
    init(_ bytes: [UInt8], file: String) throws(StateFailure) {
        let texts = try CheckedRecord.texts(of: bytes, file: file)
        let words = texts.first?.split(separator: " ").map(String.init) ?? []
        guard words.count == 3, words[0] == Self.head else {
            throw .damaged(file: file, line: 1, reason: "it does not begin with \(Self.head)")
        }
        let known = [Self.version, Self.oldVersion]
        guard known.contains(words[1]) else {
            let reason = StoredState.strange(words[1], known: Self.version)
            throw .damaged(file: file, line: 1, reason: reason)
        }
        let isOld = words[1] == Self.oldVersion
        promise = isOld || words[2] != Self.nothing ? try Self.promise(words[2], file) : nil
        seals = texts.dropFirst().compactMap { JournalSeal($0) }
        let counts = isOld ? 0...0 : 1...2
        guard seals.count == texts.count - 1, counts.contains(seals.count) else {
            throw .damaged(
                file: file, line: 2, reason: "it must say how long the journal is, and does not")
        }
    }

    private static func promise(
        _ word: String, _ file: String
    ) throws(StateFailure) -> FleetInstant {
        guard let promise = InstantText.instant(word) else {
            throw .damaged(file: file, line: 1, reason: "it names no instant")
        }
        guard promise <= FleetInstant.presents.upperBound else {
            throw .damaged(file: file, line: 1, reason: "\(word) lies beyond fleet time")
        }
        return promise
    }
}
