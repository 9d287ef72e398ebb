import Vocabulary

/// The driven heart rate: what effort alone leads to, without the heart's own wander.
///
/// Effort has a steady-state heart rate, in proportion to the oxygen uptake reserve (Swain et al.,
/// Med Sci Sports Exerc 1998). Heart rate follows it as a first-order response with dead time (Hunt
/// et al., BioMed Eng OnLine 2015; Hunt and Wang, F1000Research 2024). The response is faster near
/// rest. Recovery is slower and incomplete after hard work. In long work heart rate drifts upward.
public struct HeartRateModel: Sendable {
    /// Beats per minute.
    public private(set) var heartRate: Double
    private let timeConstant: Double
    private let driftPerSecond: Double
    /// Memory of hard work, 0...1: it slows recovery.
    private var memory = 0.0
    /// Beats per minute above rest that remain after effort.
    private var residual = 0.0
    /// The upward drift, a share of the steady state.
    private var drift = 0.0
    private var exerciseSeconds = 0.0
    private let restingBeats: Int16
    private let maximalBeats: Int16
    /// False until the first effort: until then heart rate stays at its start, above rest.
    private var hasMoved = false
    private var deadTime: DeadTime

    private var period: Double { 1 / Double(deadTime.samplesPerSecond) }
    private var resting: Double { Double(restingBeats) }
    private var maximal: Double { Double(maximalBeats) }

    /// The limits of heart rate with wander, beats per minute.
    var possible: ClosedRange<Double> { resting - 5...maximal + 3 }

    /// - Parameter start: the heart rate at the session's start, beats per minute.
    public init(athlete: Athlete, start: Double, samplesPerSecond: Int64) {
        restingBeats = Int16(athlete.restingHeartRate)
        maximalBeats = Int16(athlete.maximalHeartRate)
        timeConstant = athlete.heartRateTimeConstant
        driftPerSecond = athlete.heartRateDriftPerHour / 3600
        deadTime = DeadTime(
            seconds: athlete.deadTimeSeconds, samplesPerSecond: samplesPerSecond)
        heartRate = start
    }

    /// Advances by one period at `intensity`, a share of the oxygen uptake reserve.
    public mutating func advance(intensity: Double) {
        let x = min(deadTime.next(intensity), 1.1)
        hasMoved = hasMoved || x > 0
        guard hasMoved else { return }
        let reserveUsed = (heartRate - resting) / (maximal - resting)
        advanceMemory(x)
        advanceResidual()
        advanceDrift(x)
        let target = target(x)
        let seconds =
            target > heartRate
            ? Self.risingTimeConstant(timeConstant, reserveUsed: reserveUsed)
            : timeConstant * (1 + 1.3 * memory)
        heartRate += (target - heartRate) * share(seconds)
        heartRate = min(heartRate, maximal - 1)
    }

    private func share(_ timeConstant: Double) -> Double {
        FirstOrderLag.share(timeConstant: timeConstant, period: period)
    }

    private mutating func advanceMemory(_ x: Double) {
        let hardness = ((x - 0.6) / 0.4).clamped(to: 0...1)
        memory += (hardness - memory) * share(x > 0.6 ? 90 : 240)
    }

    private mutating func advanceResidual() {
        let target = 12 + 45 * memory * memory
        residual += (target - residual) * share(target > residual ? 150 : 900)
    }

    private mutating func advanceDrift(_ x: Double) {
        guard x > 0.3 else {
            drift -= drift * share(1800)
            return
        }
        exerciseSeconds += period
        guard exerciseSeconds > 600 else { return }
        let gain = 1 + 2 * ((x - 0.7) / 0.3).clamped(to: 0...1)
        drift = min(drift + driftPerSecond * gain * period, 0.2)
    }

    private func target(_ x: Double) -> Double {
        let used = x > 0 ? 1.03 * x + 0.015 : 0
        let steady = resting + (maximal - resting) * used
        return min(steady * (1 + drift) + residual * max(0, 1 - x / 0.9), maximal + 8)
    }

    // Near rest the vagus nerve releases the heart within seconds; further up the athlete's own
    // time constant holds. A smooth step leads from one to the other between 20 and 50 % of the
    // reserve.
    private static func risingTimeConstant(_ own: Double, reserveUsed: Double) -> Double {
        let share = ((reserveUsed - 0.2) / 0.3).clamped(to: 0...1)
        return 20 + (own - 20) * share * share * (3 - 2 * share)
    }
}

/// Delays a value by a whole number of seconds.
///
/// It keeps the mean of each second, so that it is equally small at every sample rate. Above one
/// sample a second the delay is up to a second longer: a mean is known only when its second is
/// over.
public struct DeadTime: Sendable {
    private var seconds = [6 of Double](repeating: 0)
    private var sum = 0.0
    private var samples: UInt16 = 0
    let samplesPerSecond: UInt16
    private var newest: UInt8 = 0
    private let delay: UInt8

    /// The longest delay, seconds.
    public static let longest = 5

    /// Traps unless `delay` is 0...5.
    public init(seconds delay: Int, samplesPerSecond: Int64) {
        precondition((0...Self.longest).contains(delay), "dead time \(delay) s out of range")
        self.delay = UInt8(delay)
        self.samplesPerSecond = UInt16(samplesPerSecond)
    }

    /// Adds the value of one sample period; returns the delayed value.
    public mutating func next(_ value: Double) -> Double {
        guard delay > 0 else { return value }
        let capacity = UInt8(Self.longest + 1)
        sum += value
        samples += 1
        if samples == samplesPerSecond {
            newest = (newest + 1) % capacity
            seconds[Int(newest)] = sum / Double(samplesPerSecond)
            sum = 0
            samples = 0
        }
        return seconds[Int((newest + capacity - delay) % capacity)]
    }
}

/// The wander of heart rate at constant effort: breathing, posture, thoughts.
///
/// It is the sum of noise on three time scales. Its size fits runners whom a controller holds at
/// one heart rate: they deviate by 2 bpm (Wang and Hunt, BioMed Eng OnLine 2021).
struct HeartRateWander: Sendable {
    private var quick: SmoothWander
    private var medium: OrnsteinUhlenbeck
    private var slow: OrnsteinUhlenbeck

    /// Beats per minute.
    private static let limits = -20.0...20

    init(athlete: Athlete, draws: Draws, noise: SessionNoise, period: Double) {
        let level =
            athlete.habits.heartRate
            * draws.logNormal(.sessionHeartRateLevel, median: 1, sigma: 0.2)
        quick = SmoothWander(
            timeConstant: 9, smoothing: 3.5, deviation: level, period: period,
            first: noise.first(.heartRate))
        medium = OrnsteinUhlenbeck(
            timeConstant: 40, deviation: 1.3 * level, period: period,
            first: noise.first(.mediumHeartRate))
        slow = OrnsteinUhlenbeck(
            timeConstant: 250, deviation: 1.9 * level, period: period,
            first: noise.first(.slowHeartRate))
    }

    /// Advances by one period; returns beats per minute.
    mutating func next(roughness: Double, at point: SamplePoint) -> Double {
        medium.advance(by: point.step(.mediumHeartRate))
        slow.advance(by: point.step(.slowHeartRate))
        let quick = quick.next(point.step(.heartRate))
        return (roughness * (quick + medium.value) + slow.value).clamped(to: Self.limits)
    }
}
