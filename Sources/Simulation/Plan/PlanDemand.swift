import Vocabulary

/// What a plan asks of the body during one sample period.
public struct PlanDemand: Equatable, Sendable {
    public var stage: FlightStage
    public var part: PlanPart
    /// Share of the oxygen uptake reserve; 0 is standing.
    public var intensity: Double

    static func standing(_ stage: FlightStage) -> PlanDemand {
        PlanDemand(stage: stage, part: .standing, intensity: 0)
    }
}
