import LinuxIO
import Vocabulary

/// A subscriber's connection, and what has happened on it.
struct SubscriberLink: ~Copyable {
    private let descriptor: Descriptor?
    /// The descriptor's number; negative if there is no connection.
    let raw: Int32
    /// Whether it resumes after an anchor.
    let resumes: Bool
    /// The `after` of its subscription; nil begins now.
    let after: String?

    /// Whether the daemon has greeted.
    var isGreeted = false
    /// Whether the subscription has been accepted.
    var isSubscribed = false
    /// Whether the daemon has sent a `bye`.
    var isDismissed = false
    /// Whether the descriptor is in the poll set.
    private(set) var isWatched = false
    /// When the last bytes arrived, or reading began again.
    private var heardAt = MonotonicInstant.zero
    /// Whether the present silence has been counted.
    private var isSilent = false

    /// No connection.
    init() {
        descriptor = nil
        raw = -1
        resumes = false
        after = nil
    }

    init(_ descriptor: consuming Descriptor, resumes: Bool, after: String?) {
        raw = descriptor.raw
        self.descriptor = consume descriptor
        self.resumes = resumes
        self.after = after
    }

    /// Adds the descriptor to the poll set, unless it is there or there is no connection.
    mutating func watch(
        in poll: borrowing EventPoll, token: UInt64, at now: MonotonicInstant
    ) throws(SystemFailure) {
        guard raw >= 0, !isWatched else { return }
        try poll.add(raw, .read, token: token)
        isWatched = true
        heardAt = now
    }

    /// Removes the descriptor from the poll set, which would report unread bytes again and again,
    /// and a hang-up even with no interest set.
    mutating func unwatch(in poll: borrowing EventPoll) {
        guard isWatched else { return }
        isWatched = false
        try? poll.remove(raw)
    }

    /// Notes that bytes have arrived.
    mutating func hear(at now: MonotonicInstant) {
        heardAt = now
        isSilent = false
    }

    /// Whether nothing has arrived since an instant; true only once in a silence.
    mutating func beginsSilence(since instant: MonotonicInstant) -> Bool {
        guard isWatched, !isSilent, heardAt < instant else { return false }
        isSilent = true
        return true
    }
}
