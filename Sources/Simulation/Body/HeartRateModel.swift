import Vocabulary

/// The heart rate that a given effort leads to, without wander.
///
/// A first-order response with dead time (Hunt et al., BioMed Eng OnLine 2015; Hunt and Wang,
/// F1000Research 2024) to a steady state in proportion to the oxygen uptake reserve (Swain et al.,
/// Med Sci Sports Exerc 1998). It is faster near rest, slower and incomplete after hard work, and
/// drifts upward in long work.
public struct HeartRateModel: Sendable {
    /// Beats per minute.
    public private(set) var heartRate: Double
    private let timeConstant: Double
    private let driftPerSecond: Double
    /// Memory of hard work, 0...1: it slows recovery.
    private var memory = 0.0
    /// What remains above rest after effort, beats per minute.
    private var residual = 0.0
    /// Share of the steady state.
    private var drift = 0.0
    private var exerciseSeconds = 0.0
    private let restingBeats: Int16
    private let maximalBeats: Int16
    /// Until the first effort expectation holds heart rate where it began.
    private var hasMoved = false
    private var deadTime: DeadTime

    private var period: Double { 1 / Double(deadTime.samplesPerSecond) }
    private var resting: Double { Double(restingBeats) }
    private var maximal: Double { Double(maximalBeats) }

    /// What a heart that wanders can do, beats per minute.
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

    /// Goes on by one period at `intensity`, a share of the oxygen uptake reserve.
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

    /// Near rest the vagus nerve lets go within seconds; the rest follows with the athlete's own
    /// time constant.
    private static func risingTimeConstant(_ own: Double, reserveUsed: Double) -> Double {
        let share = ((reserveUsed - 0.2) / 0.3).clamped(to: 0...1)
        return 20 + (own - 20) * share * share * (3 - 2 * share)
    }
}

/// Hands a value on after a whole number of seconds.
///
/// It keeps one value for each second, the mean of the values in it, so that it is equally small at
/// every sample rate. Above one sample a second the delay is up to a second longer: a mean is
/// handed on only when its second is over.
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

    /// Takes the value of one more sample period and returns the delayed one.
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

/// What the heart does besides answering to effort: breathing, posture, thoughts.
///
/// It wanders on three scales. Runners whom a controller holds at one heart rate deviate by 2 bpm
/// (Wang and Hunt, BioMed Eng OnLine 2021).
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

    /// Beats per minute after one more period.
    mutating func next(roughness: Double, at point: SamplePoint) -> Double {
        medium.advance(by: point.step(.mediumHeartRate))
        slow.advance(by: point.step(.slowHeartRate))
        let quick = quick.next(point.step(.heartRate))
        return (roughness * (quick + medium.value) + slow.value).clamped(to: Self.limits)
    }
}
