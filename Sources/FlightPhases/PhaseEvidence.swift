import Vocabulary

/// What the phase machine is told at one instant.
package struct PhaseEvidence: Hashable, Sendable {
    /// Heart rate as a fraction of the athlete's reserve: 0 at rest, 1 at the maximum; may lie
    /// slightly outside. Nil if it is not known.
    package var fraction: Double?
    /// Change of `fraction` per minute; nil if it is not known.
    package var trend: Double?
    package var stage: FlightStage

    package init(fraction: Double?, trend: Double?, stage: FlightStage) {
        self.fraction = fraction
        self.trend = trend
        self.stage = stage
    }
}
