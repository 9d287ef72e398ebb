/// How a slow subscriber reads: at full speed for a while, by which it learns what is sent, then a
/// share of that, metered by a token bucket.
package struct ReadingPace: Hashable, Sendable {
    /// For so long it reads all that comes.
    package static let learningMicroseconds: Int64 = 3_000_000
    /// Once it stops reading it does so for at least this long, not to stop at every line.
    private static let restMicroseconds = 100_000.0
    /// What may be read at once stands for this share of a second, but is a line at least.
    private static let portion = 0.25
    private static let leastBytes = 1024.0
    /// What is not read for want of lines is made up for within a second at most.
    private static let burstSeconds = 1.0

    private let share: Double
    private var learntBytes = 0
    private var since: Int64?
    /// Bytes per second once it is known.
    package private(set) var rate: Double?
    private var credit = 0.0
    private var creditedAt: Int64 = 0

    /// - Parameter share: of what is sent, above 0 and below 1.
    package init(share: Double) { self.share = share }

    /// The most bytes to read at once.
    package var allowance: Int {
        guard let rate else { return .max }
        return Int(max(Self.leastBytes, rate * Self.portion))
    }

    /// Begins to learn, unless it has learnt before: what is caught up says nothing of the rate.
    package mutating func begin(at now: Int64) {
        if since == nil { since = now }
        credit = 0
        creditedAt = now
    }

    /// Takes what has been read.
    ///
    /// - Returns: when to read on; nil is at once.
    package mutating func read(_ bytes: Int, at now: Int64) -> Int64? {
        guard let since else { return nil }
        guard let rate else {
            learn(bytes, since, at: now)
            return nil
        }
        let earned = rate * Double(now - creditedAt) / 1e6
        credit = min(credit + earned, rate * Self.burstSeconds) - Double(bytes)
        creditedAt = now
        guard credit < 0 else { return nil }
        return now + Int64(-credit / rate * 1e6 + Self.restMicroseconds)
    }

    private mutating func learn(_ bytes: Int, _ since: Int64, at now: Int64) {
        learntBytes += bytes
        guard now - since >= Self.learningMicroseconds, learntBytes > 0 else { return }
        rate = share * Double(learntBytes) * 1e6 / Double(now - since)
        creditedAt = now
    }
}
