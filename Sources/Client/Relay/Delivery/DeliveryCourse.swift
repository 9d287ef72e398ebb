import StreamClient
import Vocabulary

/// How long a relay tries to deliver.
package struct DeliveryPatience: Hashable, Sendable {
    /// How long one attempt may go on without an acknowledgement.
    package fileprivate(set) var attempt: Duration
    /// How long a relay goes on without success before it ends; nil for ever.
    package let giveUp: Duration?

    package init(attempt: Duration, giveUp: Duration?) {
        self.attempt = attempt
        self.giveUp = giveUp
    }
}

/// The course of a delivery: when the command is started, waited for, ended and tried again. A
/// state machine as a value: time and chance are arguments.
package struct DeliveryCourse: Sendable {
    /// What the owner does next.
    package enum Action: Equatable, Sendable {
        /// No line waits for delivery.
        case idle
        /// Start the command, and report ``start(at:)``.
        case start
        /// Do nothing until an instant.
        case wait(until: MonotonicInstant)
        /// Wait for the command, and report ``succeed(at:)`` or ``fail(at:chance:)``. Nil sets no
        /// limit: a command without lines to acknowledge may run for ever.
        case watch(until: MonotonicInstant?)
        /// The command takes too long: end it, and report ``fail(at:chance:)``.
        case stop
        /// No attempt has succeeded for this span: the relay ends.
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
    /// When the first of the current run of failures began; nil after a success.
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

    /// When the first attempt since the last success began; nil without one.
    private var unsuccessfulSince: MonotonicInstant? { failingSince ?? attemptedSince }

    private var attemptedSince: MonotonicInstant? {
        guard case .running(let due?) = phase else { return nil }
        return due - patience.attempt
    }

    private var end: MonotonicInstant? {
        unsuccessfulSince.flatMap { since in patience.giveUp.map { since + $0 } }
    }

    /// Notes that the relay is asked to end: from now on an attempt without an acknowledgement ends
    /// soon, whatever the reason.
    package mutating func hurry(at now: MonotonicInstant) {
        patience.attempt = min(patience.attempt, Self.lastAttempt)
        guard case .running(let due?) = phase else { return }
        phase = .running(until: min(due, now + patience.attempt))
    }

    /// How long an attempt may go on at the end; a service manager waits 90 s.
    private static let lastAttempt = Duration.seconds(10)

    /// Notes that lines wait for delivery; without effect during a delivery.
    package mutating func begin(at now: MonotonicInstant) {
        guard case .idle = phase else { return }
        phase = .waiting(until: now)
    }

    /// Notes that the command runs.
    package mutating func start(at now: MonotonicInstant) {
        guard case .waiting = phase else { preconditionFailure("a start without a delivery") }
        phase = .running(until: now + patience.attempt)
    }

    /// Notes that all lines were delivered, and that no command runs any more.
    package mutating func succeed(at now: MonotonicInstant) {
        phase = .idle
        delay.succeed()
        failingSince = nil
    }

    /// Notes an acknowledgement from a command that keeps running.
    ///
    /// - Parameter isDone: whether no line is left to acknowledge.
    package mutating func progress(at now: MonotonicInstant, isDone: Bool) {
        delay.succeed()
        failingSince = nil
        hand(at: now, isDone: isDone)
    }

    /// Notes that a running command has got lines to acknowledge, or has none left.
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
