import Vocabulary

/// The phases of a load test's run, by the clock and by whether all subscribers are settled.
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
        /// A whole second since the measurement began, negative before.
        case second(Int)
        case measurement
        /// The stage of this number, from 0, begins.
        case stage(Int)
        /// The measurement is over.
        case settling
        case end
    }

    /// How long after the ramp the run waits for all subscribers to be live.
    package static let settlingPatience = Duration.seconds(30)
    /// How long the run waits for the last lines and the daemon's last status.
    package static let lastPatience = Duration.seconds(5)
    /// How much longer a tester that lags behind may read what has arrived.
    private static let readingPatience = Duration.seconds(30)

    package private(set) var phase = Phase.ramp
    let began: MonotonicInstant
    private let rampEnds: MonotonicInstant
    private let warmUp: Duration
    private let length: Duration
    /// The beginnings of the stages, counted from the beginning of the measurement.
    private let beginnings: [Duration]
    /// When the measurement begins at the earliest; nil without an earliest beginning.
    private let notBefore: MonotonicInstant?
    /// When the measurement begins, once that is known.
    private var origin = MonotonicInstant.zero
    private var second = 0
    private var stage = 0
    private var settlingEnds = MonotonicInstant.zero

    /// - Parameters:
    ///   - rampEnds: when the last subscriber connects.
    ///   - warmUp, length: of the warm-up and the measurement.
    ///   - beginnings: of the stages, in order, counted from the beginning of the measurement.
    ///   - notBefore: the warm-up goes on until this instant.
    package init(
        began: MonotonicInstant, rampEnds: MonotonicInstant, warmUp: Duration, length: Duration,
        beginnings: [Duration] = [], notBefore: MonotonicInstant? = nil
    ) {
        self.began = began
        self.rampEnds = rampEnds
        self.warmUp = warmUp
        self.length = length
        self.beginnings = beginnings
        self.notBefore = notBefore
    }

    /// When the next mark is due at the latest.
    package var due: MonotonicInstant {
        switch phase {
        case .ramp: rampEnds + Self.settlingPatience
        case .warmUp: min(nextSecond, origin)
        case .measurement: [nextStage, origin + length].compactMap(\.self).reduce(nextSecond, min)
        case .settling: settlingEnds
        }
    }

    /// When the next stage begins; nil after the last.
    private var nextStage: MonotonicInstant? {
        stage < beginnings.count ? origin + beginnings[stage] : nil
    }

    /// How much later an instant is than the earliest beginning; nil without an earliest beginning.
    func lateness(at now: MonotonicInstant) -> Duration? { notBefore.map { now - $0 } }

    private var nextSecond: MonotonicInstant { origin + .seconds(second) }

    /// The next mark that is due by now; ask until there is none.
    ///
    /// - Parameters:
    ///   - isSettled: whether every subscriber has been live, or was refused.
    ///   - isComplete: whether the last lines and the last status have arrived.
    ///   - isCaughtUp: whether everything that has arrived was read.
    package mutating func mark(
        at now: MonotonicInstant, isSettled: Bool, isComplete: Bool, isCaughtUp: Bool
    ) -> Mark? {
        switch phase {
        case .ramp:
            guard isSettled || now >= due else { return nil }
            phase = .warmUp
            origin = max(now + warmUp, notBefore ?? now)
            second = -Int((origin - now).components.seconds)
            return .warmUp(isComplete: isSettled)
        case .warmUp, .measurement:
            return timedMark(at: now)
        case .settling:
            let isOver = now >= settlingEnds && (isCaughtUp || now >= readingEnds)
            return isOver || isComplete ? .end : nil
        }
    }

    private var readingEnds: MonotonicInstant { settlingEnds + Self.readingPatience }

    private mutating func timedMark(at now: MonotonicInstant) -> Mark? {
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
        if let nextStage, nextStage <= now, nextStage < last {
            stage += 1
            return .stage(stage - 1)
        }
        return finish(at: now)
    }

    /// Ends the measurement, or the phase before it, at once.
    package mutating func finish(at now: MonotonicInstant) -> Mark {
        phase = .settling
        settlingEnds = now + Self.lastPatience
        return .settling
    }

    /// The share of the phase that is over, from 0 to 1, by time.
    package func fraction(at now: MonotonicInstant) -> Double {
        switch phase {
        case .ramp: Self.share(now - began, of: rampEnds - began)
        case .warmUp: Self.share(now - origin + warmUp, of: warmUp)
        case .measurement: Self.share(now - origin, of: length)
        case .settling: 1
        }
    }

    private static func share(_ part: Duration, of whole: Duration) -> Double {
        whole > .zero ? min(max(part / whole, 0), 1) : 1
    }
}
