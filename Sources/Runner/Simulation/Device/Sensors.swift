import Vocabulary

/// A strap or an optical sensor of heart rate.
struct HeartRateSensor: Sendable {
    /// Heart rate behind the lag of an optical sensor; a strap has none.
    private var delayed: FirstOrderLag
    /// 0 while the sensor follows the heart, 1 while it follows the swing of the arms.
    private var lock: FirstOrderLag
    /// The last cadence, steps per minute, that the sensor could mistake for a pulse.
    private var swing: Float = 0
    /// How far the sensor has strayed from the beat. It finds it again at once.
    private var strays: BumpTrain
    private static let strayLaw = BumpLaw(
        shareOfDips: 0.5, dip: 2, rise: 2, sigma: 0.5, width: 0.25, widthSigma: 0.4, onset: 40,
        greatest: 7)
    private static let straysPerHour = 12.0
    private let scatter: Float
    private let least: Int16
    private let greatest: Int16

    /// Seconds.
    private static let lockTimeConstant = 4.0
    /// Beats per minute by which an optical sensor reads too low at a cold start.
    private static let coldDeficit = 15.0
    /// Steps per minute above which the sensor can mistake the swing of the arms for a pulse.
    private static let lowestLock = 120.0

    /// - Parameter isPerfect: it errs by faults alone.
    init(
        athlete: Athlete, isOptical: Bool, isPerfect: Bool, start: Double, draws: Draws,
        noise: SessionNoise, period: Double
    ) {
        strays = BumpTrain(
            perHour: isPerfect
                ? 0 : draws.logNormal(.heartStrayRate, median: Self.straysPerHour, sigma: 0.66),
            noise: noise, effect: .heartStrays)
        delayed = FirstOrderLag(
            timeConstant: isOptical ? athlete.wearables.opticalSmoothing : 0, period: period,
            value: start)
        lock = FirstOrderLag(timeConstant: Self.lockTimeConstant, period: period)
        scatter = isPerfect ? 0 : Float(athlete.wearables.heartRateScatter)
        least = Int16(athlete.restingHeartRate - 5)
        greatest = Int16(athlete.maximalHeartRate + 3)
    }

    /// Advances by one period; returns beats per minute. Only a cadence lock leads far beyond the
    /// athlete's limits.
    ///
    /// - Parameters:
    ///   - isLocked: whether the sensor mistakes steps for beats.
    ///   - cold: the share of the deficit of a cold start, 0...1.
    mutating func read(
        _ body: BodyState, isLocked: Bool, cold: Double, at point: SamplePoint
    ) -> Double {
        delayed.follow(body.heartRate)
        let stray = strays.next(Self.strayLaw, .heartStrays, at: point)
        let heart =
            delayed.value - cold * Self.coldDeficit + stray
            + Double(scatter) * point.step(.heartRateScatter)
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
    private var second: Float = 0
    private var error: SmoothWander
    private var bumps: BumpTrain
    private static let bumpLaw = BumpLaw(
        shareOfDips: 0.5, dip: 0.065, rise: 0.065, sigma: 0.48, width: 3.7, widthSigma: 0.7,
        greatest: 0.3)

    /// The error of a fix that is still settling in the first seconds of a run, a share.
    private var openingError: Float
    /// Seconds.
    private static let openingTimeConstant = 31.0

    /// Metres per second. Up to this smoothed speed a receiver at rest reports standstill.
    private static let standstill = 0.4
    /// Where the pace is uneven, between houses and trees, the receiver errs more: by this exponent
    /// of the level of pacing.
    private static let errorOfLevel = 0.64
    /// The filters' time constant for each second since standstill, until it reaches their own.
    private static let quickness: Float = 0.55
    /// Seconds since the receiver left standstill: a filter that has little to average is quick.
    private var age: Float = 0
    /// The greatest error of a receiver that has only just found its satellites, share of the
    /// speed.
    private static let greatestFirstError = 0.4

    init(
        athlete: Athlete, owned: Draws, draws: Draws, noise: SessionNoise, period: Double
    ) {
        let level = Elementary.exp(
            Self.errorOfLevel * Elementary.log(Pacing.level(athlete, draws)))
        let smoothing = owned.logNormal(.speedSmoothing, median: 2.4, sigma: 1).clamped(
            to: 0.1...8)
        first = FirstOrderLag(timeConstant: smoothing, period: period)
        error = SmoothWander(
            timeConstant: 3.3, smoothing: 1,
            deviation: level * draws.logNormal(.speedErrorLevel, median: 0.0042, sigma: 1),
            period: period, first: noise.first(.speedError))
        bumps = BumpTrain(
            perHour: draws.logNormal(.receiverBumpRate, median: 7.7, sigma: 0.54), noise: noise,
            effect: .receiverBumps)
        openingError = Float(draws.normal(.openingSpeedError, mean: 0, deviation: 0.16))
    }

    /// The share of the distance that each of the two filters covers in a period.
    private var smoothing: Float { first.share }

    /// Advances by one period; returns metres per second. After the athlete stops, the reading runs
    /// down to ``standstill`` and then is 0.
    ///
    /// - Parameter poorness: how poor the fix is, 1 when it is new, 0 when it is good.
    mutating func read(
        _ speed: Double, roughness: Double, poorness: Double, at point: SamplePoint
    ) -> Double {
        let error =
            roughness * error.next(point.step(.speedError))
            + bumps.next(Self.bumpLaw, .receiverBumps, at: point)
        if poorness == 0 { poorSign = 0 } else if poorSign == 0 { poorSign = error < 0 ? -1 : 1 }
        // A receiver that leaves standstill has nothing to average: it reads the speed at once.
        if speed > 0, first.value == 0 { age = 0 }
        age += Float(point.seconds)
        let share = Double(max(smoothing, min(1, Float(point.seconds) / (Self.quickness * age))))
        first.value += (speed - first.value) * share
        second += Float((first.value - Double(second)) * share)
        guard speed > 0 || Double(second) > Self.standstill else {
            first.value = 0
            second = 0
            return 0
        }
        let firstError = Self.greatestFirstError * poorness * Double(poorSign)
        if speed > 0 {
            openingError -=
                openingError
                * Float(
                    FirstOrderLag.share(
                        timeConstant: Self.openingTimeConstant, period: point.seconds))
        }
        return max(0, Double(second) * (1 + error + firstError + Double(openingError)))
    }
}

/// The step length that a watch computes or a pod measures.
struct StrideSensor: Sendable {
    /// The error of a pod, a share; nil for a watch, which divides its reading of speed by cadence.
    private var error: OrnsteinUhlenbeck?

    init(measures: Bool, owned: Draws, noise: SessionNoise, period: Double) {
        guard measures else { return }
        error = OrnsteinUhlenbeck(
            timeConstant: 9.5,
            deviation: owned.logNormal(.strideErrorLevel, median: 0.038, sigma: 0.6),
            period: period, first: noise.first(.strideError))
    }

    /// Whether step length is measured without speed.
    var isIndependent: Bool { error != nil }

    /// Advances by one period; returns metres of one step, nil at standstill and where a watch has
    /// no answer.
    ///
    /// - Parameters:
    ///   - speed: the reading of speed, as shown, metres per second.
    ///   - cadence: the reading of cadence, as shown, steps per minute.
    ///   - step: a random number of mean 0 and deviation 1.
    mutating func read(
        _ body: BodyState, speed: Double, cadence: Double, step: Double
    ) -> Double? {
        error?.advance(by: step)
        guard let stride = body.stride else { return nil }
        if let error { return max(0, stride * (1 + error.value)) }
        guard speed > 0, cadence > 0 else { return nil }
        let quotient = 60 * speed / cadence
        return quotient <= Self.longest ? quotient : nil
    }

    /// Metres. Where cadence falls within a second and the receiver's lag goes on, the quotient is
    /// a step that nobody takes, and no watch shows it.
    private static let longest = 2.5
}
