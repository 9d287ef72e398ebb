import Vocabulary

/// The phases that heart rate distinguishes during the run.
public enum EffortBand: CaseIterable, Sendable {
    /// Hard or clearly rising effort.
    case climb
    /// Steady effort.
    case cruise
    /// Low or clearly falling effort.
    case descent

    public var phase: Phase {
        switch self {
        case .climb: .climb
        case .cruise: .cruise
        case .descent: .descent
        }
    }
}

/// A band and the reason for it.
public struct EffortReading: Hashable, Sendable {
    public let band: EffortBand
    public let cause: PhaseTransition.Cause
}

extension PhaseThresholds {
    /// The phase at one instant by the levels alone, without memory: no hold, no dwell, and the
    /// border halfway between entering and leaving. ``FlightPhaseMachine`` adds the hysteresis.
    ///
    /// Takeoff needs more than heart rate: the stage is running, the takeoff's time limit has not
    /// passed, and heart rate is below the takeoff's fraction, rises faster than its trend, or is
    /// unknown. Later an unknown heart rate counts as cruise, and an unknown trend as 0.
    ///
    /// - Parameter sinceRunStart: time since the stage became running.
    public func band(
        fraction: Double?, trend: Double?, stage: FlightStage, sinceRunStart: FleetDuration
    ) -> Phase {
        switch stage {
        case .beforeRun: return .preflight
        case .finalPart: return .approach
        case .afterRun: return .touchdown
        case .running: break
        }
        if sinceRunStart < takeoff.timeLimit, isTakingOff(fraction: fraction, trend: trend) {
            return .takeoff
        }
        guard let fraction else { return .cruise }
        return effort(fraction: fraction, trend: trend, climb: .border, descent: .border).band.phase
    }

    /// The band by heart rate after takeoff, with the edge at which each band is judged.
    public func effort(
        fraction: Double, trend: Double?, climb: Edge, descent: Edge
    ) -> EffortReading {
        let trend = trend ?? 0
        if trend <= falling[descent] {
            return EffortReading(band: .descent, cause: .heartRateFalling)
        }
        if trend >= rising[climb] { return EffortReading(band: .climb, cause: .heartRateRising) }
        if fraction >= high[climb] { return EffortReading(band: .climb, cause: .heartRateHigh) }
        if fraction <= low[descent] { return EffortReading(band: .descent, cause: .heartRateLow) }
        return EffortReading(band: .cruise, cause: .heartRateSteady)
    }

    /// Whether the on-transient is still under way: heart rate is low, rises steeply, or is
    /// unknown.
    func isTakingOff(fraction: Double?, trend: Double?) -> Bool {
        guard let fraction, let trend else { return true }
        return fraction < takeoff.fraction || trend > takeoff.trend
    }
}
