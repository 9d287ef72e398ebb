import Vocabulary

/// How a slow subscriber reads: at full speed for a while, to measure the rate at which the daemon
/// sends, then at a share of that rate, limited by a token bucket.
package struct ReadingPace: Hashable, Sendable {
    /// How long it reads everything, to measure the rate.
    package static let learningTime = Duration.seconds(3)
    /// The shortest pause between reads, so that it does not stop at every line.
    private static let rest = Duration.milliseconds(100)
    /// The most that is read at once, as a share of a second's bytes; at least a line.
    private static let portion = 0.25
    private static let leastBytes = 1024.0
    /// The capacity of the token bucket, as seconds of the rate.
    private static let burstSeconds = 1.0

    private let share: Double
    private var learntBytes = 0
    private var since: MonotonicInstant?
    /// Bytes per second once it is known.
    package private(set) var rate: Double?
    private var credit = 0.0
    private var creditedAt = MonotonicInstant.zero

    /// - Parameter share: the share of the sent bytes to read, above 0 and below 1.
    package init(share: Double) { self.share = share }

    /// The most bytes to read at once.
    package var allowance: Int {
        guard let rate else { return .max }
        return Int(max(Self.leastBytes, rate * Self.portion))
    }

    /// Begins to measure the rate, unless it is known: catch-up lines say nothing about the rate.
    package mutating func begin(at now: MonotonicInstant) {
        if since == nil { since = now }
        credit = 0
        creditedAt = now
    }

    /// Notes bytes that have been read.
    ///
    /// - Returns: when to read on; nil is at once.
    package mutating func read(_ bytes: Int, at now: MonotonicInstant) -> MonotonicInstant? {
        guard let since else { return nil }
        guard let rate else {
            learn(bytes, since, at: now)
            return nil
        }
        let earned = rate * Double(now.microseconds(since: creditedAt)) / 1e6
        credit = min(credit + earned, rate * Self.burstSeconds) - Double(bytes)
        creditedAt = now
        guard credit < 0 else { return nil }
        return now + .microseconds(Int64(-credit / rate * 1e6)) + Self.rest
    }

    private mutating func learn(_ bytes: Int, _ since: MonotonicInstant, at now: MonotonicInstant) {
        learntBytes += bytes
        guard now - since >= Self.learningTime, learntBytes > 0 else { return }
        rate = share * Double(learntBytes) * 1e6 / Double(now.microseconds(since: since))
        creditedAt = now
    }
}
