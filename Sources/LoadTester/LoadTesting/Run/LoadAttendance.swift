import CommandLine
import Vocabulary

/// How many subscribers of a run are there, and whether any has been.
struct LoadAttendance {
    /// Subscribers that have been live once, or were refused.
    private(set) var settled = 0
    /// Subscribers that the daemon has let in, at present.
    private(set) var connected = 0
    /// Whether any subscription was ever accepted.
    private(set) var hasBeenAccepted = false
    /// Since when no subscriber has been connected; nil while one is.
    private var aloneSince: MonotonicInstant?

    /// How long there may be no connected subscriber before the daemon counts as gone.
    private static let patience = Duration.seconds(10)

    /// Notes that the daemon has greeted a subscriber.
    mutating func enter(_ subscriber: LoadSubscriber) {
        subscriber.link.isGreeted = true
        connected += 1
    }

    /// Notes that the daemon has accepted a subscription.
    mutating func accept(_ subscriber: LoadSubscriber) {
        subscriber.link.isSubscribed = true
        hasBeenAccepted = true
    }

    /// Notes that a subscriber is live, or was refused.
    mutating func settle(_ subscriber: LoadSubscriber) {
        guard !subscriber.isSettled else { return }
        subscriber.isSettled = true
        settled += 1
    }

    /// Notes that a subscriber's connection ends.
    mutating func leave(_ subscriber: LoadSubscriber) {
        if subscriber.link.isGreeted { connected -= 1 }
    }

    /// When the daemon counts as gone if the run stays alone; nil while it is not.
    var due: MonotonicInstant? { aloneSince.map { $0 + Self.patience } }

    /// The failure of a run in which no subscriber has been connected for too long; nil for none.
    ///
    /// - Parameter isAlone: whether the plan has subscribers now, and none is connected.
    mutating func failure(at now: MonotonicInstant, isAlone: Bool) -> ProgramFailure? {
        aloneSince = isAlone ? aloneSince ?? now : nil
        guard let due, now >= due else { return nil }
        return ProgramFailure(
            .unavailable,
            "no subscriber is connected for "
                + "\(Self.patience.components.seconds) s; is the daemon gone?")
    }
}
