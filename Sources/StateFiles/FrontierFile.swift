import LinuxIO
import Synchronization
import Vocabulary

/// The file `frontier`, replaced as a whole whenever one of the things that it says changes.
///
/// It is written from two queues, that of the journal and that of the promises. Each call waits for
/// the disk, and for a call of the other.
package final class FrontierFile: Sendable {
    static let name = "frontier"

    private let folder: PrivateFolder
    private let state: Mutex<State>

    private struct State {
        /// What is to be said; nil before anything was.
        var record: FrontierRecord?
        /// What the disk holds; nil if that is not known.
        var onDisk: FrontierRecord?
    }

    /// - Parameter record: what the file says; nil if there is none.
    init(in folder: PrivateFolder, _ record: FrontierRecord?) {
        self.folder = folder
        state = Mutex(State(record: record, onDisk: record))
    }

    /// What is said now; nil before anything is.
    var record: FrontierRecord? { state.withLock { $0.record } }

    /// Says how far the fleet may have published. Traps before a journal was vouched for.
    ///
    /// After a failure it is said with whatever is written next.
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

    /// Says that the journal holds what one of the seals says.
    ///
    /// After a failure the next write says again what was said before.
    func vouch(for seals: JournalSeal...) throws(SystemFailure) {
        try state.withLock { state throws(SystemFailure) in
            try write(FrontierRecord(promise: state.record?.promise, seals: seals), &state)
        }
    }

    /// Says what a folder says in which nothing has been published yet.
    func begin(with seal: JournalSeal) throws(SystemFailure) {
        try state.withLock { state throws(SystemFailure) in
            try write(FrontierRecord(promise: nil, seals: [seal]), &state)
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
