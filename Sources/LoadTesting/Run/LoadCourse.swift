/// The phases of a load test's run, by the clock and by whether all subscribers are settled.
///
/// Instants are microseconds of the monotonic clock.
package struct LoadCourse: Hashable, Sendable {
    package enum Phase: String, Hashable, Sendable {
        case ramp
        case warmUp = "warm-up"
        case measurement
        /// The run waits for the last lines and the daemon's last status.
        case settling
    }

    /// What begins or ends at an instant.
    package enum Mark: Hashable, Sendable {
        /// The warm-up begins; false if not all subscribers are live.
        case warmUp(isComplete: Bool)
        /// So many seconds since the measurement began, negative before.
        case second(Int)
        case measurement
        /// The stage of that number begins, from 0.
        case stage(Int)
        /// The measurement is over.
        case settling
        case end
    }

    /// How long after the ramp the run waits for all subscribers to be live.
    package static let settlingPatience: Int64 = 30_000_000
    /// How long the run waits for the last lines and the daemon's last status.
    package static let lastPatience: Int64 = 5_000_000
    /// How much longer a tester that lags behind may read what has arrived.
    private static let readingPatience: Int64 = 30_000_000
    private static let secondLength: Int64 = 1_000_000

    package private(set) var phase = Phase.ramp
    private let began: Int64
    private let rampEnds: Int64
    private let warmUp: Int64
    private let length: Int64
    /// Of the stages, microseconds since the measurement began.
    private let beginnings: [Int64]
    /// When the measurement begins, once that is known.
    private var origin: Int64 = 0
    private var second = 0
    private var stage = 0
    private var settlingEnds: Int64 = 0

    /// - Parameters:
    ///   - rampEnds: when the last subscriber connects.
    ///   - warmUp, length: of the warm-up and the measurement, microseconds.
    ///   - beginnings: of the stages, in order, microseconds since the measurement began.
    package init(
        began: Int64, rampEnds: Int64, warmUp: Int64, length: Int64, beginnings: [Int64] = []
    ) {
        self.began = began
        self.rampEnds = rampEnds
        self.warmUp = warmUp
        self.length = length
        self.beginnings = beginnings
    }

    /// When the next mark is due at the latest.
    package var due: Int64 {
        switch phase {
        case .ramp: rampEnds + Self.settlingPatience
        case .warmUp: min(nextSecond, origin)
        case .measurement: min(nextSecond, nextStage, origin + length)
        case .settling: settlingEnds
        }
    }

    private var nextStage: Int64 {
        stage < beginnings.count ? origin + beginnings[stage] : .max
    }

    private var nextSecond: Int64 { origin + Int64(second) * Self.secondLength }

    /// The next mark that is due by now; ask until there is none.
    ///
    /// - Parameters:
    ///   - isSettled: whether every subscriber has been live, or was refused.
    ///   - isComplete: whether the last lines and the last status have arrived.
    ///   - isCaughtUp: whether everything that has arrived was read.
    package mutating func mark(
        at now: Int64, isSettled: Bool, isComplete: Bool, isCaughtUp: Bool
    ) -> Mark? {
        switch phase {
        case .ramp:
            guard isSettled || now >= due else { return nil }
            phase = .warmUp
            origin = now + warmUp
            second = -Int(warmUp / Self.secondLength)
            return .warmUp(isComplete: isSettled)
        case .warmUp, .measurement:
            return timedMark(at: now)
        case .settling:
            let isOver = now >= settlingEnds && (isCaughtUp || now >= readingEnds)
            return isOver || isComplete ? .end : nil
        }
    }

    private var readingEnds: Int64 { settlingEnds + Self.readingPatience }

    private mutating func timedMark(at now: Int64) -> Mark? {
        guard now >= due else { return nil }
        let last = phase == .warmUp ? origin : origin + length
        if nextSecond <= min(now, last) {
            second += 1
            return .second(second - 1)
        }
        if phase == .warmUp {
            phase = .measurement
            // A run that notices the beginning late still measures its full length.
            origin = now
            return .measurement
        }
        if nextStage <= min(now, last - 1) {
            stage += 1
            return .stage(stage - 1)
        }
        return finish(at: now)
    }

    /// Ends the measurement, or the phase before it, at once.
    package mutating func finish(at now: Int64) -> Mark {
        phase = .settling
        settlingEnds = now + Self.lastPatience
        return .settling
    }

    /// The share of the phase that is over, from 0 to 1, by time.
    package func fraction(at now: Int64) -> Double {
        switch phase {
        case .ramp: Self.share(now - began, of: rampEnds - began)
        case .warmUp: Self.share(now - origin + warmUp, of: warmUp)
        case .measurement: Self.share(now - origin, of: length)
        case .settling: 1
        }
    }

    private static func share(_ part: Int64, of whole: Int64) -> Double {
        whole > 0 ? min(max(Double(part) / Double(whole), 0), 1) : 1
    }
}
