import LinuxIO
import Vocabulary

/// What the kernel has reported of the peers, and until when they are heard.
struct Hearing: ~Copyable {
    private var events = EventBuffer(capacity: 256)
    /// The first of the events that has not been handled.
    private var next = 0
    /// When to stop answering requests.
    var deadline = MonotonicInstant.last
    /// Holds what is received from one peer.
    var input = [UInt8](repeating: 0, count: 1 << 14)

    /// Whether every event has been handled.
    var hasHandledAll: Bool { next >= events.count }

    /// The next event to handle; nil if there is none.
    mutating func nextEvent() -> EventBuffer.Event? {
        guard !hasHandledAll else { return nil }
        defer { next += 1 }
        return events[next]
    }

    /// Takes the events that the kernel reports now, without waiting for any.
    mutating func look(at poll: borrowing EventPoll) throws(SystemFailure) {
        next = 0
        try poll.wait(into: &events, timeout: .zero)
    }
}
