import Dispatch
import LinuxIO

@testable import StateFiles

/// A file in memory whose calls fail on cue, and whose syncs can be made to take their time.
final class ScriptedStore: JournalStore {
    struct State {
        var bytes: [UInt8] = []
        /// What lies on the disk.
        var durable: [UInt8] = []
        var syncs = 0
        /// What vouches for the journal on the disk: it must hold to one of these.
        var vouched = [JournalSeal.none]
        /// The drafts that were made, and what of each is on the disk.
        var drafts: [String: [UInt8]] = [:]
        /// What a power cut may bring back under the journal's name: the file before a replacement.
        var unnamed: [UInt8]?
        /// The draft that has taken the journal's name, until somebody goes on with it.
        var named: String?
        /// Whether what is on the disk once was less than what was vouched for there.
        var wasAhead = false
        /// For the calls to come, in order: how many bytes a write takes before it fails, and why.
        var writeFailures: [(taken: Int, code: Int32)?] = []
        var syncFailures: [Int32?] = []
        var truncateFailures: [Int32?] = []
        /// Why, and whether it is on the disk nevertheless.
        var vouchFailures: [(code: Int32, isDone: Bool)?] = []
        var draftFailures: [Int32?] = []
        var extendFailures: [Int32?] = []
        /// Why, and whether the draft has the name nevertheless.
        var putFailures: [(code: Int32, isDone: Bool)?] = []
        var settleFailures: [Int32?] = []
        /// What is no longer in its place.
        var displaced: String?

        mutating func checkOrder() {
            for file in [durable, unnamed].compactMap({ $0 }) {
                wasAhead = wasAhead || !vouched.contains { $0.holds(in: file[...]) }
            }
        }
    }

    private let state: Queued<State>
    private let began = DispatchSemaphore(value: 0)
    private let gate: DispatchSemaphore?

    /// - Parameter isGated: every write waits for ``open()``.
    init(_ bytes: [UInt8] = [], isGated: Bool = false) {
        var state = State()
        (state.bytes, state.durable) = (bytes, bytes)
        state.vouched = [JournalSeal.none.adding(bytes)]
        self.state = Queued(state)
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

    func vouch(for seals: [JournalSeal]) throws(SystemFailure) {
        let code = state.withLock { state -> Int32? in
            let failure = state.vouchFailures.isEmpty ? nil : state.vouchFailures.removeFirst()
            if failure?.isDone ?? true { state.vouched = seals }
            state.checkOrder()
            return failure?.code
        }
        if let code { throw SystemFailure(call: "renameat", code: code) }
    }
}

/// A replacement of the journal, a call after the other.
extension ScriptedStore {
    func content() throws(SystemFailure) -> [UInt8] { now.bytes }

    func draft(_ bytes: [UInt8]) throws(SystemFailure) -> String {
        let (name, code) = state.withLock { state -> (String, Int32?) in
            let code = state.draftFailures.isEmpty ? nil : state.draftFailures.removeFirst()
            let name = "journal.\(state.drafts.count).tmp"
            if code == nil { state.drafts[name] = bytes }
            return (name, code)
        }
        if let code { throw SystemFailure(call: "openat", code: code) }
        return name
    }

    func extend(_ draft: String, _ bytes: [UInt8]) throws(SystemFailure) {
        let code = state.withLock { state -> Int32? in
            let code = state.extendFailures.isEmpty ? nil : state.extendFailures.removeFirst()
            if code == nil { state.drafts[draft]? += bytes }
            return code
        }
        if let code { throw SystemFailure(call: "write", code: code) }
    }

    func put(_ draft: String) throws(SystemFailure) {
        let code = state.withLock { state -> Int32? in
            let failure = state.putFailures.isEmpty ? nil : state.putFailures.removeFirst()
            if failure?.isDone ?? true, let bytes = state.drafts.removeValue(forKey: draft) {
                state.named = draft
                // After a failure a power cut may bring the old file back.
                state.unnamed = failure == nil ? nil : state.durable
                (state.bytes, state.durable) = (bytes, bytes)
            }
            state.checkOrder()
            return failure?.code
        }
        if let code { throw SystemFailure(call: "renameat", code: code) }
    }

    func takeOver(_ draft: String) -> Bool {
        state.withLock { state in
            defer { state.named = nil }
            return state.named == draft
        }
    }

    func settle() throws(SystemFailure) {
        let code = state.withLock { state -> Int32? in
            let code = state.settleFailures.isEmpty ? nil : state.settleFailures.removeFirst()
            if code == nil { state.unnamed = nil }
            return code
        }
        if let code { throw SystemFailure(call: "fsync", code: code) }
    }

    func discard(_ draft: String) { state.withLock { _ = $0.drafts.removeValue(forKey: draft) } }
}

/// A value that one thread at a time gets at. A `Mutex` on which threads wait is handed over by the
/// kernel, which the thread sanitizer does not see: it would tell of races that there are not.
private final class Queued<Value>: @unchecked Sendable {
    private let queue = DispatchQueue(label: "scripted store")
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        queue.sync { body(&value) }
    }
}
