import StreamClient
import Vocabulary

/// How long a relay tries.
package struct DeliveryPatience: Hashable, Sendable {
    /// How long one attempt may go on without an acknowledgement.
    package fileprivate(set) var attempt: Duration
    /// After so long without success the relay ends; nil for never.
    package let giveUp: Duration?

    package init(attempt: Duration, giveUp: Duration?) {
        self.attempt = attempt
        self.giveUp = giveUp
    }
}

/// The course of a delivery: when the command is started, waited for, ended and tried again. A
/// state machine as a value: time and chance are arguments.
package struct DeliveryCourse: Sendable {
    /// What its owner does next.
    package enum Action: Equatable, Sendable {
        /// Nothing is to be delivered.
        case idle
        /// Start the command, and report ``start(at:)``.
        case start
        /// Do nothing until an instant.
        case wait(until: MonotonicInstant)
        /// Wait for the command, and report ``succeed(at:)`` or ``fail(at:chance:)``; without
        /// anything to acknowledge it may take for ever: nil.
        case watch(until: MonotonicInstant?)
        /// The command takes too long: end it, and report ``fail(at:chance:)``.
        case stop
        /// It has been tried for so long.
        case giveUp(after: Duration)
    }

    private enum Phase {
        case idle
        case waiting(until: MonotonicInstant)
        case running(until: MonotonicInstant?)
    }

    package private(set) var patience: DeliveryPatience
    private var phase = Phase.idle
    private var delay = ReconnectDelay()
    /// When the first attempt of the present row of failures began; nil after a success.
    private var failingSince: MonotonicInstant?

    package init(_ patience: DeliveryPatience) { self.patience = patience }

    /// The number of failures since the last success.
    package var failures: Int { delay.attempt - 1 }

    package func next(at now: MonotonicInstant) -> Action {
        if let since = unsuccessfulSince, let limit = patience.giveUp, now >= since + limit {
            return .giveUp(after: now - since)
        }
        switch phase {
        case .idle: return .idle
        case .waiting(let due): return now < due ? .wait(until: due) : .start
        case .running(let due):
            if let due, now >= due { return .stop }
            return .watch(until: .earlier(due, end))
        }
    }

    /// Since when something has been tried without success: since the first attempt began.
    private var unsuccessfulSince: MonotonicInstant? { failingSince ?? attemptedSince }

    private var attemptedSince: MonotonicInstant? {
        guard case .running(let due?) = phase else { return nil }
        return due - patience.attempt
    }

    private var end: MonotonicInstant? {
        unsuccessfulSince.flatMap { since in patience.giveUp.map { since + $0 } }
    }

    /// Notes that the relay is asked to end: from now on no attempt goes on for long without an
    /// acknowledgement, whatever holds it up.
    package mutating func hurry(at now: MonotonicInstant) {
        patience.attempt = min(patience.attempt, Self.lastAttempt)
        guard case .running(let due?) = phase else { return }
        phase = .running(until: min(due, now + patience.attempt))
    }

    /// A service manager waits 90 s.
    private static let lastAttempt = Duration.seconds(10)

    /// Notes that there is something to deliver; without effect while a delivery goes on.
    package mutating func begin(at now: MonotonicInstant) {
        guard case .idle = phase else { return }
        phase = .waiting(until: now)
    }

    /// Notes that the command runs.
    package mutating func start(at now: MonotonicInstant) {
        guard case .waiting = phase else { preconditionFailure("a start without a delivery") }
        phase = .running(until: now + patience.attempt)
    }

    /// Notes that all was delivered, and that nothing runs any more.
    package mutating func succeed(at now: MonotonicInstant) {
        phase = .idle
        delay.succeed()
        failingSince = nil
    }

    /// Notes an acknowledgement of a command that runs on.
    ///
    /// - Parameter isDone: whether nothing is left to be acknowledged.
    package mutating func progress(at now: MonotonicInstant, isDone: Bool) {
        delay.succeed()
        failingSince = nil
        hand(at: now, isDone: isDone)
    }

    /// Notes that a command that runs on has got something to acknowledge, or has nothing left.
    package mutating func hand(at now: MonotonicInstant, isDone: Bool) {
        guard case .running = phase else { return }
        phase = .running(until: isDone ? nil : now + patience.attempt)
    }

    /// Notes that the command has ended, or could not be started: it is tried again later.
    ///
    /// - Parameter chance: 64 random bits.
    package mutating func fail(at now: MonotonicInstant, chance: UInt64) {
        failingSince = unsuccessfulSince ?? now
        phase = .waiting(until: now + delay.next(chance: chance))
    }
}
