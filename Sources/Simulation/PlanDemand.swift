import Vocabulary

/// What a plan asks of the body during one sample period.
package struct PlanDemand: Equatable, Sendable {
    package var stage: FlightStage
    package var part: PlanPart
    /// Share of the oxygen uptake reserve; 0 is standing.
    package var intensity: Double

    static func standing(_ stage: FlightStage) -> PlanDemand {
        PlanDemand(stage: stage, part: .standing, intensity: 0)
    }
}
