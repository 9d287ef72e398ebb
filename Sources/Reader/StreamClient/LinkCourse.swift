import Vocabulary
import WireProtocol

/// The course of a link to a daemon that is made again whenever it is lost: a state machine as a
/// value, without a socket. Its owner connects, waits, subscribes and reads as ``next(at:)`` says,
/// and reports what came of it. Time and chance are arguments.
///
/// The first attempt to connect decides, unless the owner insists: if it fails, the course ends.
/// Later attempts are repeated with growing pauses, ``ReconnectDelay``, as long as another one may
/// succeed. Each connection subscribes strictly after the last line that was handled,
/// ``ResumePoint``. A connection without the daemon's beats is lost, ``BeatWatch``.
package struct LinkCourse: Sendable {
    /// What the owner does next.
    package enum Action: Equatable, Sendable {
        /// Make one attempt to connect, and report ``greet(beatSeconds:at:)`` or
        /// ``fail(_:at:chance:)``.
        case connect(within: Duration)
        /// Do nothing until an instant.
        case wait(until: MonotonicInstant)
        /// Subscribe with this `after`; nil begins now.
        case subscribe(after: String?)
        /// Wait for a line, at most until an instant, and report ``hear(at:)``; nil waits without a
        /// limit. After a wait without a line ask ``isSilent(at:)``.
        case read(until: MonotonicInstant?)
        case end(End)
    }

    /// Why the course is over.
    package enum End: Equatable, Sendable {
        /// The owner's time is over.
        case timeIsUp
        /// The link was lost, and is not to be made again.
        case lost(LinkLoss)
        /// The first attempt failed, or a later one that no other would mend.
        case failed(ClientFailure)
    }

    private enum Phase {
        case connecting
        case waiting(until: MonotonicInstant)
        /// Connected, and not subscribed yet.
        case greeted
        case reading
        case over(End)
    }

    /// An attempt that fails within this span before the owner's time is over was cut by it: its
    /// own timeout may fire a moment early.
    private static let moment = Duration.milliseconds(2)

    private let patience: Duration
    private let reconnects: Bool
    private let insists: Bool
    package let endsAt: MonotonicInstant?
    private let silence: Duration?
    private var phase = Phase.connecting
    /// Whether an attempt has ever succeeded.
    package private(set) var hasConnected = false
    private var watch = BeatWatch(beatSeconds: nil, at: .zero)
    private var delay = ReconnectDelay()
    private var notices = LinkNotices()
    private var resumePoint = ResumePoint(.now)

    /// - Parameters:
    ///   - patience: the limit of one attempt: for the connection, and for the greeting.
    ///   - reconnects: whether a lost link is made again.
    ///   - insists: whether the first attempt is repeated too.
    ///   - endsAt: when the owner's time is over; nil for never.
    ///   - silence: how long a connection may be silent before it is lost; nil for the usual time.
    package init(
        patience: Duration, reconnects: Bool = true, insists: Bool = false,
        endsAt: MonotonicInstant? = nil, silence: Duration? = nil
    ) {
        self.silence = silence
        self.patience = patience
        self.reconnects = reconnects
        self.insists = insists
        self.endsAt = endsAt
    }

    /// Sets where the first subscription begins; now without a call. Call it before that one.
    package mutating func begin(at start: StreamStart) { resumePoint = ResumePoint(start) }

    /// What to do now. Asked again without an event in between, it says the same, but for
    /// `subscribe`, which it says once for each connection.
    package mutating func next(at now: MonotonicInstant) -> Action {
        if case .over(let end) = phase { return .end(end) }
        if let endsAt, now >= endsAt { return end(.timeIsUp) }
        switch phase {
        case .waiting(let due) where now < due: return .wait(until: min(due, endsAt ?? due))
        case .waiting, .connecting:
            phase = .connecting
            return .connect(within: min(patience, endsAt.map { $0 - now } ?? patience))
        case .greeted:
            phase = .reading
            return .subscribe(after: resumePoint.after)
        case .reading: return .read(until: .earlier(watch.due, endsAt))
        case .over(let end): return .end(end)
        }
    }

    private mutating func end(_ end: End) -> Action {
        phase = .over(end)
        return .end(end)
    }

    /// When the next attempt to connect is due; nil while there is a connection.
    package var nextAttempt: MonotonicInstant? {
        guard case .waiting(let due) = phase else { return nil }
        return due
    }

    /// The number of the attempt that is waited for, from 1.
    package var attempt: Int { delay.attempt - 1 }

    /// The anchor of the last line that was handled, or where the stream begins; nil while neither
    /// is known.
    package var anchor: Anchor? { resumePoint.anchor }
}

/// What happens to the link. What a user should be told about it is returned.
extension LinkCourse {
    /// Notes that an attempt has succeeded: the daemon has greeted.
    ///
    /// - Parameter beatSeconds: the interval between two beats, from the greeting; nil watches
    ///   nothing.
    package mutating func greet(beatSeconds: Int?, at now: MonotonicInstant) {
        guard case .connecting = phase else { preconditionFailure("a greeting without an attempt") }
        (phase, hasConnected) = (.greeted, true)
        watch = BeatWatch(beatSeconds: beatSeconds, silence: silence, at: now)
    }

    /// Notes that an attempt has failed. One that something else has interrupted is made again at
    /// once.
    ///
    /// - Parameter chance: 64 random bits.
    package mutating func fail(
        _ failure: ClientFailure, at now: MonotonicInstant, chance: UInt64
    ) -> String? {
        guard case .connecting = phase else { preconditionFailure("a failure without an attempt") }
        if let endsAt, now + Self.moment >= endsAt {
            phase = .over(.timeIsUp)
            return nil
        }
        guard failure != .interrupted else { return nil }
        guard hasConnected || insists, failure.mayPass else {
            phase = .over(.failed(failure))
            return nil
        }
        return retry(because: LinkLoss(failure), at: now, chance)
    }

    /// Notes that a line has arrived, of any type.
    package mutating func hear(at now: MonotonicInstant) { watch.hear(at: now) }

    /// Whether beats are missing, so that the connection is of no use. Ask only when every line
    /// that has arrived was read.
    package func isSilent(at now: MonotonicInstant) -> Bool { watch.isSilent(at: now) }

    /// Notes that the connection has ended, or is of no use.
    ///
    /// - Parameter chance: 64 random bits.
    package mutating func lose(
        _ loss: LinkLoss, at now: MonotonicInstant, chance: UInt64
    ) -> String? {
        switch phase {
        case .greeted, .reading: break
        case .connecting, .waiting, .over: preconditionFailure("a loss without a connection")
        }
        guard reconnects else {
            phase = .over(.lost(loss))
            return nil
        }
        return retry(because: loss, at: now, chance)
    }

    private mutating func retry(
        because loss: LinkLoss, at now: MonotonicInstant, _ chance: UInt64
    ) -> String? {
        phase = .waiting(until: now + delay.next(chance: chance))
        return notices.lose(loss)
    }

    /// Notes the daemon's answer to the subscription.
    package mutating func accept(_ answer: ArraySlice<UInt8>) { resumePoint.begin(answer) }

    /// Notes a line with an anchor that has been handled: the next connection resumes after it, and
    /// the link is proved.
    package mutating func finish(_ line: ArraySlice<UInt8>) -> String? {
        resumePoint.finish(line)
        return prove()
    }

    /// Notes that every line up to an anchor has been handled, as ``finish(_:)`` does for a line.
    package mutating func finish(_ anchor: Anchor) -> String? {
        resumePoint.finish(anchor)
        return prove()
    }

    /// Notes that the link is good: the pauses between attempts begin anew.
    package mutating func prove() -> String? {
        delay.succeed()
        return notices.comeBack()
    }
}

extension MonotonicInstant? {
    /// The earlier of two instants; the only one if one is nil.
    // Asked for every line: an array of the two would be allocated each time.
    package static func earlier(_ left: Self, _ right: Self) -> Self {
        guard let left, let right else { return left ?? right }
        return min(left, right)
    }
}
