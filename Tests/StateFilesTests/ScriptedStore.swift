import Dispatch
import LinuxIO
import Synchronization

@testable import StateFiles

/// A file in memory whose calls fail on cue, and whose syncs can be made to take their time.
final class ScriptedStore: JournalStore {
    struct State {
        var bytes: [UInt8] = []
        /// What lies on the disk.
        var durable: [UInt8] = []
        var syncs = 0
        /// What vouches for the journal on the disk.
        var vouched = JournalSeal.none
        /// Whether what is on the disk once was less than what was vouched for there.
        var wasAhead = false
        /// For the calls to come, in order: how many bytes a write takes before it fails, and why.
        var writeFailures: [(taken: Int, code: Int32)?] = []
        var syncFailures: [Int32?] = []
        var truncateFailures: [Int32?] = []
        /// Why, and whether it is on the disk nevertheless.
        var vouchFailures: [(code: Int32, isDone: Bool)?] = []
        /// What is no longer in its place.
        var displaced: String?

        mutating func checkOrder() { wasAhead = wasAhead || !vouched.holds(in: durable[...]) }
    }

    private let state: Mutex<State>
    private let began = DispatchSemaphore(value: 0)
    private let gate: DispatchSemaphore?

    /// - Parameter isGated: every write waits for ``open()``.
    init(_ bytes: [UInt8] = [], isGated: Bool = false) {
        var state = State()
        (state.bytes, state.durable) = (bytes, bytes)
        state.vouched = JournalSeal.none.adding(bytes)
        self.state = Mutex(state)
        gate = isGated ? DispatchSemaphore(value: 0) : nil
    }

    var now: State { state.withLock { $0 } }

    func script(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

    /// Waits until a write has begun.
    func waitUntilWriting() { began.wait() }

    /// Lets one write go on.
    func open() { gate?.signal() }

    func write(_ bytes: [UInt8]) throws(SystemFailure) {
        began.signal()
        gate?.wait()
        let code = state.withLock { state -> Int32? in
            let failure = state.writeFailures.isEmpty ? nil : state.writeFailures.removeFirst()
            state.bytes += bytes.prefix(failure?.taken ?? bytes.count)
            return failure?.code
        }
        if let code { throw SystemFailure(call: "write", code: code) }
    }

    func sync() throws(SystemFailure) {
        let code = state.withLock { state -> Int32? in
            state.syncs += 1
            let code = state.syncFailures.isEmpty ? nil : state.syncFailures.removeFirst()
            if code == nil { state.durable = state.bytes }
            state.checkOrder()
            return code
        }
        if let code { throw SystemFailure(call: "fsync", code: code) }
    }

    func truncate(toBytes count: Int) throws(SystemFailure) {
        let code = state.withLock { state -> Int32? in
            let code = state.truncateFailures.isEmpty ? nil : state.truncateFailures.removeFirst()
            if code == nil { state.bytes = Array(state.bytes.prefix(count)) }
            // The disk may take a cut at once, and the cut bytes with it.
            if code == nil { state.durable = Array(state.durable.prefix(count)) }
            state.checkOrder()
            return code
        }
        if let code { throw SystemFailure(call: "ftruncate", code: code) }
    }

    var displaced: String? { state.withLock { $0.displaced } }

    func vouch(for seal: JournalSeal) throws(SystemFailure) {
        let code = state.withLock { state -> Int32? in
            let failure = state.vouchFailures.isEmpty ? nil : state.vouchFailures.removeFirst()
            if failure?.isDone ?? true { state.vouched = seal }
            state.checkOrder()
            return failure?.code
        }
        if let code { throw SystemFailure(call: "renameat", code: code) }
    }
}
