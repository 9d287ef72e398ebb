import Vocabulary

/// The input of the phase machine at one instant.
public struct PhaseEvidence: Hashable, Sendable {
    /// Heart rate as a fraction of the athlete's reserve, 0 at rest and 1 at the maximum, or
    /// slightly outside; nil if unknown.
    public var fraction: Double?
    /// Change of `fraction` per minute; nil if unknown.
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
    /// The cause of a transition. The raw value is its name on the wire.
    public enum Cause: String, CaseIterable, Sendable {
        case runStarted = "run_started"
        case heartRateHigh = "heart_rate_high"
        case heartRateRising = "heart_rate_rising"
        case heartRateSteady = "heart_rate_steady"
        case heartRateFalling = "heart_rate_falling"
        case heartRateLow = "heart_rate_low"
        /// The takeoff has reached its time limit, whatever heart rate does.
        case takeoffTimeLimit = "takeoff_time_limit"
        case coolDown = "cool_down"
        case finalDistance = "final_distance"
        case runEnded = "run_ended"
    }

    public internal(set) var from: Phase
    public let to: Phase
    public let cause: Cause
    /// How long the evidence had been held; zero where the stage decides.
    public let held: FleetDuration
    /// Heart rate at the transition as a fraction of the reserve; nil if unknown.
    public let fraction: Double?
}

extension PhaseTransition {
    /// Joins an earlier transition at the same instant and this one into one transition.
    public func following(_ earlier: PhaseTransition?) -> PhaseTransition {
        var both = self
        both.from = earlier?.from ?? from
        return both
    }
}
