import Vocabulary

/// A strap or an optical sensor of heart rate.
struct HeartRateSensor: Sendable {
    /// Heart rate behind the lag of an optical sensor; a strap has none.
    private var delayed: FirstOrderLag
    /// 0 while the sensor follows the heart, 1 while it follows the swing of the arms.
    private var lock: FirstOrderLag
    /// The last cadence, steps per minute, that the sensor could mistake for a pulse.
    private var swing: Float = 0
    private let scatter: Float
    private let least: Int16
    private let greatest: Int16

    /// Seconds.
    private static let opticalTimeConstant = 2.5
    private static let lockTimeConstant = 4.0
    /// Beats per minute by which an optical sensor reads too low at a cold start.
    private static let coldDeficit = 15.0
    /// Steps per minute above which the sensor can mistake the swing of the arms for a pulse.
    private static let lowestLock = 120.0

    init(athlete: Athlete, isOptical: Bool, start: Double, period: Double) {
        delayed = FirstOrderLag(
            timeConstant: isOptical ? Self.opticalTimeConstant : 0, period: period, value: start)
        lock = FirstOrderLag(timeConstant: Self.lockTimeConstant, period: period)
        scatter = Float(athlete.wearables.heartRateScatter)
        least = Int16(athlete.restingHeartRate - 5)
        greatest = Int16(athlete.maximalHeartRate + 3)
    }

    /// Advances by one period; returns beats per minute. Only a cadence lock leads far beyond the
    /// athlete's limits.
    ///
    /// - Parameters:
    ///   - isLocked: whether the sensor mistakes steps for beats.
    ///   - cold: the share of the deficit of a cold start, 0...1.
    ///   - step: a random number of mean 0 and deviation 1.
    mutating func read(_ body: BodyState, isLocked: Bool, cold: Double, step: Double) -> Double {
        delayed.follow(body.heartRate)
        let heart = delayed.value - cold * Self.coldDeficit + Double(scatter) * step
        let reading = heart.clamped(to: Double(least)...Double(greatest))
        let isSwinging = body.cadence > Self.lowestLock
        if isSwinging { swing = Float(body.cadence) }
        lock.follow(isLocked && isSwinging ? 1 : 0)
        guard lock.value > 0.01 else { return reading }
        return reading + (Double(swing) - reading) * lock.value
    }
}

/// A satellite receiver's reading of speed: smoothed by two filters, with an error that lasts for
/// seconds.
struct SpeedSensor: Sendable {
    private var first: FirstOrderLag
    /// +1 where a poor fix reads too much, -1 where too little, 0 while the fix is good. It keeps
    /// its sign until the fix is good again.
    private var poorSign: Float = 0
    /// The second filter's value; it follows the first with the same time constant.
    private var second = 0.0
    private var error: SmoothWander

    /// Metres per second. Up to this smoothed speed a receiver at rest reports standstill.
    private static let standstill = 0.4
    /// The greatest error of a receiver that has only just found its satellites, share of the
    /// speed.
    private static let greatestFirstError = 0.4

    init(draws: Draws, noise: SessionNoise, period: Double) {
        let smoothing = draws.logNormal(.speedSmoothing, median: 1.5, sigma: 0.6)
        first = FirstOrderLag(timeConstant: smoothing, period: period)
        error = SmoothWander(
            timeConstant: 4, smoothing: 2,
            deviation: draws.logNormal(.speedErrorLevel, median: 0.01, sigma: 0.9),
            period: period, first: noise.first(.speedError))
    }

    /// The share of the distance that each of the two filters covers in a period.
    var smoothing: Float { first.share }

    /// Advances by one period; returns metres per second. After the athlete stops, the reading runs
    /// down to ``standstill`` and then is 0.
    ///
    /// - Parameters:
    ///   - poorness: how poor the fix is, 1 when it is new, 0 when it is good.
    ///   - step: a random number of mean 0 and deviation 1.
    mutating func read(
        _ speed: Double, roughness: Double, poorness: Double, step: Double
    ) -> Double {
        let error = roughness * error.next(step)
        if poorness == 0 { poorSign = 0 } else if poorSign == 0 { poorSign = error < 0 ? -1 : 1 }
        // A receiver that leaves standstill reads half of the speed at once.
        if speed > 0, first.value == 0 {
            first.value = speed / 2
            second = speed / 2
        }
        first.follow(speed)
        second += (first.value - second) * Double(smoothing)
        guard speed > 0 || second > Self.standstill else {
            first.value = 0
            second = 0
            return 0
        }
        let firstError = Self.greatestFirstError * poorness * Double(poorSign)
        return max(0, second * (1 + error + firstError))
    }
}

/// The step length that a watch computes or a pod measures.
struct StrideSensor: Sendable {
    /// The error of a pod, a share; nil for a watch, which divides its reading of speed by cadence.
    private var error: OrnsteinUhlenbeck?
    /// Cadence, steps per minute, behind two filters like those of the speed. Both quantities lag
    /// alike, so that their quotient is right while the pace changes.
    private var first: Float = 0
    private var second: Float = 0

    init(measures: Bool, draws: Draws, noise: SessionNoise, period: Double) {
        guard measures else { return }
        error = OrnsteinUhlenbeck(
            timeConstant: 6,
            deviation: draws.logNormal(.strideErrorLevel, median: 0.028, sigma: 0.6),
            period: period, first: noise.first(.strideError))
    }

    /// Whether step length is measured without speed.
    var isIndependent: Bool { error != nil }

    /// Advances by one period; returns metres of one step, nil at standstill.
    ///
    /// - Parameters:
    ///   - speed: the receiver's reading, metres per second.
    ///   - smoothing: the share of the distance that each of the receiver's filters covers in a
    ///     period.
    ///   - step: a random number of mean 0 and deviation 1.
    mutating func read(
        _ body: BodyState, speed: Double, smoothing: Float, step: Double
    ) -> Double? {
        error?.advance(by: step)
        smooth(Float(body.cadence), share: smoothing)
        guard let stride = body.stride else { return nil }
        if let error { return max(0, stride * (1 + error.value)) }
        return speed > 0 ? 60 * speed / Double(second) : nil
    }

    private mutating func smooth(_ cadence: Float, share: Float) {
        if cadence > 0, first == 0 {
            first = cadence / 2
            second = cadence / 2
        }
        first += (cadence - first) * share
        second += (first - second) * share
        if cadence == 0, second < 1 { first = 0 }
    }
}
