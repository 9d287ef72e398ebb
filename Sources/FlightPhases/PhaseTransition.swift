import Vocabulary

/// What the phase machine is told at one instant.
public struct PhaseEvidence: Hashable, Sendable {
    /// Heart rate as a fraction of the athlete's reserve: 0 at rest, 1 at the maximum; may lie
    /// slightly outside. Nil if it is not known.
    public var fraction: Double?
    /// Change of `fraction` per minute; nil if it is not known.
    public var trend: Double?
    public var stage: FlightStage

    public init(fraction: Double?, trend: Double?, stage: FlightStage) {
        self.fraction = fraction
        self.trend = trend
        self.stage = stage
    }
}

/// A change from one flight phase to another.
public struct PhaseTransition: Hashable, Sendable {
    /// What a transition is due to. The raw value is the name on the wire.
    public enum Cause: String, CaseIterable, Sendable {
        case runStarted = "run_started"
        case heartRateHigh = "heart_rate_high"
        case heartRateRising = "heart_rate_rising"
        case heartRateSteady = "heart_rate_steady"
        case heartRateFalling = "heart_rate_falling"
        case heartRateLow = "heart_rate_low"
        /// The takeoff has lasted as long as it may, whatever heart rate does.
        case takeoffTimeLimit = "takeoff_time_limit"
        case coolDown = "cool_down"
        case finalDistance = "final_distance"
        case runEnded = "run_ended"
    }

    public internal(set) var from: Phase
    public let to: Phase
    public let cause: Cause
    /// How long the evidence had held; zero where the stage decides.
    public let held: FleetDuration
    /// Heart rate at the transition as a fraction of the reserve; nil if not known.
    public let fraction: Double?
}

extension PhaseTransition {
    /// The one change that stands for an earlier one at the same instant and this one after it.
    public func following(_ earlier: PhaseTransition?) -> PhaseTransition {
        var both = self
        both.from = earlier?.from ?? from
        return both
    }
}
