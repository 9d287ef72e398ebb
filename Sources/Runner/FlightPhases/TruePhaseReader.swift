import Vocabulary

/// Reads the true phase of a simulated flight: what the bands say of the driven heart rate at each
/// instant, with no filter, no hold and no dwell.
///
/// The phase machine is compared with it. The trend is the change of the fraction of the reserve
/// since the step before; the first step has none. A value: a copy goes on independently and gives
/// the same phases. Constant time and memory.
public struct TruePhaseReader: Hashable, Sendable {
    private struct Reading: Hashable {
        let fraction: Double
        private let tick: SessionTick

        init(fraction: Double, instant: FleetDuration) {
            self.fraction = fraction
            tick = SessionTick(instant)
        }

        var instant: FleetDuration { tick.instant }
    }

    private let reserve: HeartRateReserve
    private var last: Reading?
    private var runStart: SessionTick?

    /// - Parameters:
    ///   - resting: beats per minute at rest, above 0.
    ///   - maximal: beats per minute at most; traps unless above `resting`.
    public init(resting: Double, maximal: Double) {
        reserve = HeartRateReserve(resting: resting, maximal: maximal)
    }

    /// Takes in the step at `instant` of session time and tells its true phase.
    ///
    /// - Parameter drivenHeartRate: beats per minute, without wander and device.
    ///
    /// Traps unless `instant` lies after every earlier one.
    public mutating func observe(
        drivenHeartRate: Double, stage: FlightStage, at instant: FleetDuration,
        thresholds: PhaseThresholds = .standard
    ) -> Phase {
        let fraction = reserve.fraction(of: drivenHeartRate)
        let trend = last.map { slope(from: $0, to: fraction, at: instant) }
        last = Reading(fraction: fraction, instant: instant)
        if stage == .running, runStart == nil { runStart = SessionTick(instant) }
        return thresholds.band(
            fraction: fraction, trend: trend, stage: stage,
            sinceRunStart: instant - (runStart?.instant ?? instant))
    }

    /// Fraction of the reserve per minute.
    private func slope(
        from last: Reading, to fraction: Double, at instant: FleetDuration
    ) -> Double {
        precondition(
            instant > last.instant, "true phase at \(instant) asked after one at \(last.instant)")
        return (fraction - last.fraction) / (instant - last.instant).seconds * 60
    }
}
