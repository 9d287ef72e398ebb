import Glibc
import Vocabulary

/// Watches many descriptors at once, each under a token of the caller's choice, epoll(7).
///
/// It is level-triggered: it reports a state again and again until that is dealt with. A watched
/// descriptor that is closed is removed by itself. The poll's own descriptor is readable while
/// there is an event to report, so that one `ReadinessSource` on it serves all.
public struct EventPoll: ~Copyable, Sendable {
    private let descriptor: Descriptor

    /// epoll_create1(2); closed on exec.
    public init() throws(SystemFailure) {
        let flags = Int32(O_CLOEXEC)
        descriptor = Descriptor(
            adopting: try Syscall.check("epoll_create1") { LinuxCall.epollCreate(flags) })
    }

    /// The poll's own number.
    public var raw: Int32 { descriptor.raw }

    /// Starts to watch a descriptor that is not watched yet.
    ///
    /// An empty interest still reports hang-ups and failures. Throws `ENOSPC` when the user's limit
    /// of watched descriptors is reached.
    public func add(_ raw: Int32, _ interest: Readiness, token: UInt64) throws(SystemFailure) {
        try control(.add, raw, interest, token)
    }

    /// Changes interest and token of a watched descriptor.
    public func modify(_ raw: Int32, _ interest: Readiness, token: UInt64) throws(SystemFailure) {
        try control(.change, raw, interest, token)
    }

    /// Stops watching a descriptor. Its events that `events` already holds stay there.
    public func remove(_ raw: Int32) throws(SystemFailure) {
        try control(.remove, raw, [], 0)
    }

    /// Replaces the content of `events` by the events to report, epoll_wait(2).
    ///
    /// Waits up to `timeout` for the first event; zero looks only, nil waits for ever. An
    /// interruption by a signal ends the wait with no event. Allocates nothing.
    public func wait(
        into events: inout EventBuffer, timeout: Duration?
    ) throws(SystemFailure) {
        let (raw, memory, limit) = (raw, events.memory, Int32(events.capacity))
        // A wait shorter than a millisecond is rounded up: a timeout of 0 would spin.
        let milliseconds = timeout.map { Int32(clamping: $0.millisecondsRoundedUp) } ?? -1
        events.count = 0
        let outcome = Syscall.once("epoll_wait") {
            LinuxCall.epollWait(raw, memory, limit, milliseconds)
        }
        switch outcome.code {
        case 0: events.count = Int(outcome.value)
        case EINTR: return
        default: throw SystemFailure(call: "epoll_wait", code: outcome.code)
        }
    }

    /// The numbers of <sys/epoll.h>.
    private enum Operation: Int32 {
        case add = 1
        case remove = 2
        case change = 3
    }

    /// epoll_ctl(2).
    private func control(
        _ operation: Operation, _ watched: Int32, _ interest: Readiness, _ token: UInt64
    ) throws(SystemFailure) {
        let poll = raw
        try withUnsafeTemporaryAllocation(
            byteCount: EventBuffer.stride, alignment: EventBuffer.alignment
        ) { record throws(SystemFailure) in
            record.storeBytes(of: interest.rawValue, as: UInt32.self)
            record.storeBytes(
                of: token, toByteOffset: EventBuffer.tokenOffset, as: UInt64.self)
            try Syscall.check("epoll_ctl") {
                LinuxCall.epollControl(poll, operation.rawValue, watched, record.baseAddress)
            }
        }
    }
}

/// The events of one wait, in memory that is used again for the next.
///
/// The Glibc module leaves out `struct epoll_event`: 32 bits of flags and 64 of token, packed on
/// x86-64 so that 32-bit programs see the same, and aligned everywhere else.
public struct EventBuffer: ~Copyable {
    /// What is reported of one descriptor.
    public struct Event: Hashable, Sendable {
        public let token: UInt64
        public let readiness: Readiness

        public init(token: UInt64, readiness: Readiness) {
            self.token = token
            self.readiness = readiness
        }
    }

    #if arch(x86_64)
        static let stride = 12
        static let tokenOffset = 4
    #else
        static let stride = 16
        static let tokenOffset = 8
    #endif
    static let alignment = 8

    /// The most events that one wait can bring; the rest come with the next.
    public let capacity: Int
    /// How many events the last wait brought.
    public internal(set) var count = 0
    let memory: UnsafeMutableRawPointer

    public init(capacity: Int) {
        precondition(capacity > 0 && capacity <= 1 << 20, "event buffer of \(capacity) events")
        self.capacity = capacity
        memory = .allocate(byteCount: capacity * Self.stride, alignment: Self.alignment)
    }

    deinit { memory.deallocate() }

    /// The event at `index`, from 0 up to `count`.
    public subscript(index: Int) -> Event {
        precondition(index >= 0 && index < count, "event \(index) of \(count)")
        let record = memory + index * Self.stride
        return Event(
            token: record.loadUnaligned(fromByteOffset: Self.tokenOffset, as: UInt64.self),
            readiness: Readiness(rawValue: record.loadUnaligned(as: UInt32.self)))
    }
}

/// The events to watch a descriptor for, or seen on it; the numbers are those of <sys/epoll.h>.
public struct Readiness: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Bytes, a peer or the end of the stream can be read.
    public static let read = Readiness(rawValue: 0x001)
    /// Bytes can be written.
    public static let write = Readiness(rawValue: 0x004)
    /// Something is wrong with the descriptor. Seen without being asked for.
    public static let failure = Readiness(rawValue: 0x008)
    /// Both directions are shut down. Seen without being asked for.
    public static let hangUp = Readiness(rawValue: 0x010)
}
