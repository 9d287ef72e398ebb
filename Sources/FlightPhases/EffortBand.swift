import Vocabulary

/// The phases that heart rate tells apart while the run is on.
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

/// A band and what speaks for it.
public struct EffortReading: Hashable, Sendable {
    public let band: EffortBand
    public let cause: PhaseTransition.Cause
}

extension PhaseThresholds {
    /// The phase that the levels give at one instant, without memory: no hold, no dwell, and the
    /// border halfway between entering and leaving. The machine is this with hysteresis.
    ///
    /// Takeoff can not be told from heart rate alone: the stage is running, less than the takeoff's
    /// time limit has passed, and heart rate is below the takeoff's fraction, rises faster than its
    /// trend or is not known. Later an unknown heart rate is cruise, an unknown trend none.
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

    /// What heart rate says of a run under way, each band judged at the edge given for it.
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

    /// Whether the on-transient goes on: heart rate is low, rises steeply or is not known well
    /// enough to say otherwise.
    func isTakingOff(fraction: Double?, trend: Double?) -> Bool {
        guard let fraction, let trend else { return true }
        return fraction < takeoff.fraction || trend > takeoff.trend
    }
}
