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
