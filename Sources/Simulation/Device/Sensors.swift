import Vocabulary

/// What a strap or an optical sensor reads of the heart.
struct HeartRateSensor: Sendable {
    /// An optical sensor is late, a strap is not.
    private var delayed: FirstOrderLag
    /// 0 when the sensor follows the heart, 1 when it follows the arms.
    private var lock: FirstOrderLag
    /// Steps per minute that the arms swung with when they last could be taken for a pulse.
    private var swing: Float = 0
    private let scatter: Float
    private let least: Int16
    private let greatest: Int16

    /// Seconds over which an optical sensor averages.
    private static let opticalTimeConstant = 2.5
    private static let lockTimeConstant = 4.0
    /// Beats per minute that an optical sensor reads too low when it is put on.
    private static let coldDeficit = 15.0
    /// Steps per minute above which the swing of the arms can be taken for a pulse.
    private static let lowestLock = 120.0

    init(athlete: Athlete, isOptical: Bool, start: Double, period: Double) {
        delayed = FirstOrderLag(
            timeConstant: isOptical ? Self.opticalTimeConstant : 0, period: period, value: start)
        lock = FirstOrderLag(timeConstant: Self.lockTimeConstant, period: period)
        scatter = Float(athlete.wearables.heartRateScatter)
        least = Int16(athlete.restingHeartRate - 5)
        greatest = Int16(athlete.maximalHeartRate + 3)
    }

    /// Beats per minute; only a lock can lead far out of what the heart can do.
    ///
    /// - Parameters:
    ///   - isLocked: the sensor takes steps for beats.
    ///   - cold: share of the deficit of a cold start, 0...1.
    ///   - step: of mean 0 and deviation 1.
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

/// What a satellite receiver reads of speed: smoothed twice, with an error that lasts for seconds.
struct SpeedSensor: Sendable {
    private var first: FirstOrderLag
    /// Whether a poor fix reads too much or too little; it stays so while the fix is poor.
    private var poorSign: Float = 0
    /// Follows the first filter with the same time constant.
    private var second = 0.0
    private var error: SmoothWander

    /// Metres per second of the smoothed speed up to which a receiver says that it stands.
    private static let standstill = 0.4
    /// Share of the speed by which a receiver errs at most that has only just found its satellites.
    private static let greatestFirstError = 0.4

    init(draws: Draws, noise: SessionNoise, period: Double) {
        let smoothing = draws.logNormal(.speedSmoothing, median: 1.5, sigma: 0.6)
        first = FirstOrderLag(timeConstant: smoothing, period: period)
        error = SmoothWander(
            timeConstant: 4, smoothing: 2,
            deviation: draws.logNormal(.speedErrorLevel, median: 0.01, sigma: 0.9),
            period: period, first: noise.first(.speedError))
    }

    /// The share of the way that each of the two filters goes in a period.
    var smoothing: Float { first.share }

    /// Metres per second; 0 at standstill, which a receiver recognises when the reading has run
    /// down.
    ///
    /// - Parameters:
    ///   - poorness: how new and poor the fix is, 0...1.
    ///   - step: of mean 0 and deviation 1.
    mutating func read(
        _ speed: Double, roughness: Double, poorness: Double, step: Double
    ) -> Double {
        let error = roughness * error.next(step)
        if poorness == 0 { poorSign = 0 } else if poorSign == 0 { poorSign = error < 0 ? -1 : 1 }
        // From standstill the first reading is halfway there.
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

/// What a watch or a pod says of step length.
struct StrideSensor: Sendable {
    /// The error of a pod, share; nil of a watch, which divides the speed that it reads by cadence.
    private var error: OrnsteinUhlenbeck?
    /// Steps per minute behind the two filters that a watch's speed is behind.
    private var first: Float = 0
    private var second: Float = 0

    init(measures: Bool, draws: Draws, noise: SessionNoise, period: Double) {
        guard measures else { return }
        error = OrnsteinUhlenbeck(
            timeConstant: 6,
            deviation: draws.logNormal(.strideErrorLevel, median: 0.028, sigma: 0.6),
            period: period, first: noise.first(.strideError))
    }

    /// Whether the reading needs no speed.
    var isIndependent: Bool { error != nil }

    /// Metres of one step; absent at standstill.
    ///
    /// - Parameters:
    ///   - speed: as the receiver reads it, metres per second.
    ///   - smoothing: the share of the way that each of the receiver's filters goes in a period.
    ///   - step: of mean 0 and deviation 1.
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
