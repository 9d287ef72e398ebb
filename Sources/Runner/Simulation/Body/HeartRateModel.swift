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
    /// How much of the slow part of the response has been reached, 0...1.
    private var settled: Float = 0
    private let restingBeats: Int16
    private let maximalBeats: Int16
    private var deadTime: DeadTime
    /// False until the first effort: until then heart rate stays at its start, above rest.
    private var hasMoved = false

    /// The share of the response that comes slowly, as the body warms up, and the seconds it takes.
    private static let slowShare = 0.058
    private static let settlingTimeConstant = 200.0
    /// Beats per minute and second.
    private static let greatestRise = 5.9
    /// Seconds in which the vagus nerve releases the heart, and the share of the reserve over which
    /// its part ends.
    private static let vagalTimeConstant = 8.7
    private static let vagalEnd = 0.26...0.58

    private var period: Double { 1 / Double(deadTime.samplesPerSecond) }
    private var resting: Double { Double(restingBeats) }
    private var maximal: Double { Double(maximalBeats) }

    /// The share of the heart-rate reserve that the driven heart rate uses.
    var reserveUsed: Double { (heartRate - resting) / (maximal - resting) }

    /// The limits of heart rate with wander, beats per minute.
    var possible: ClosedRange<Double> { resting - 5...maximal + 3 }

    /// - Parameter start: the heart rate at the session's start, beats per minute.
    public init(athlete: Athlete, start: Double, samplesPerSecond: Int64) {
        restingBeats = Int16(athlete.restingHeartRate)
        maximalBeats = Int16(athlete.maximalHeartRate)
        let response = athlete.heartResponse
        timeConstant = response.timeConstant
        driftPerSecond = response.driftPerHour / 3600
        deadTime = DeadTime(
            seconds: response.deadTimeSeconds, samplesPerSecond: samplesPerSecond)
        heartRate = start
    }

    /// Advances by one period at `intensity`, a share of the oxygen uptake reserve.
    public mutating func advance(intensity: Double) {
        let x = min(deadTime.next(intensity), 1.1)
        hasMoved = hasMoved || x > 0
        guard hasMoved else { return }
        advanceMemory(x)
        advanceResidual()
        advanceDrift(x)
        advanceSettling(x)
        let target = target(x)
        let seconds =
            target > heartRate
            ? Self.risingTimeConstant(timeConstant, reserveUsed: reserveUsed)
            : timeConstant * (1 + 1.3 * memory)
        heartRate += min((target - heartRate) * share(seconds), Self.greatestRise * period)
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

    private mutating func advanceSettling(_ x: Double) {
        settled +=
            ((x > 0.3 ? 1 : 0) - settled) * Float(share(x > 0.3 ? Self.settlingTimeConstant : 600))
    }

    private func target(_ x: Double) -> Double {
        let used = x > 0 ? (1.03 * x + 0.015) * (1 - Self.slowShare * Double(1 - settled)) : 0
        let steady = resting + (maximal - resting) * used
        return min(steady * (1 + drift) + residual * max(0, 1 - x / 0.9), maximal + 8)
    }

    // Near rest the vagus nerve releases the heart within seconds; further up the athlete's own
    // time constant holds. A smooth step leads from one to the other.
    private static func risingTimeConstant(_ own: Double, reserveUsed: Double) -> Double {
        let share =
            ((reserveUsed - vagalEnd.lowerBound) / (vagalEnd.upperBound - vagalEnd.lowerBound))
            .clamped(to: 0...1)
        return vagalTimeConstant + (own - vagalTimeConstant) * share * share * (3 - 2 * share)
    }
}

/// Delays a value by a whole number of seconds.
///
/// It keeps the mean of each second, so that it is equally small at every sample rate. Above one
/// sample a second the delay is up to a second longer: a mean is known only when its second is
/// over.
public struct DeadTime: Sendable {
    private var seconds = [6 of Float](repeating: 0)
    private var sum: Float = 0
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
        sum += Float(value)
        samples += 1
        if samples == samplesPerSecond {
            newest = (newest + 1) % capacity
            seconds[Int(newest)] = sum / Float(samplesPerSecond)
            sum = 0
            samples = 0
        }
        return Double(seconds[Int((newest + capacity - delay) % capacity)])
    }
}
