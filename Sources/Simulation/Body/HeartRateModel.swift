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
