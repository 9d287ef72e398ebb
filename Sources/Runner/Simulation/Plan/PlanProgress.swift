import Vocabulary

/// The position of an athlete in a plan. Time only goes forward.
struct PlanProgress: Sendable {
    private var segment: Int16 = 0
    /// When the segment began, in ticks since the session's start.
    private var segmentStartTicks: Int32
    /// The run has ended, by time or by distance. It never becomes false again.
    private var isOver = false

    init(of plan: RunPlan) { segmentStartTicks = Int32(plan.standingBefore.ticks) }

    private var segmentStart: FleetDuration { FleetDuration(ticks: Int64(segmentStartTicks)) }

    /// The demand of `plan` in the sample period that ends at `offset`.
    ///
    /// - Parameter distance: metres covered at the beginning of the period.
    mutating func demand(
        of plan: RunPlan, until offset: FleetDuration, distance: Double
    ) -> PlanDemand {
        guard offset > plan.standingBefore else { return .standing(.beforeRun) }
        advance(in: plan, until: offset)
        if let mission = plan.mission, distance >= mission.targetDistance { isOver = true }
        guard !isOver else { return .standing(.afterRun) }
        let current = plan.segments[Int(segment)]
        return PlanDemand(
            stage: Self.stage(in: current, of: plan.mission, distance: distance),
            part: current.part, intensity: current.intensity(after: offset - segmentStart))
    }

    // A period belongs to the segment in which it ends; the segment's last instant is part of it.
    private mutating func advance(in plan: RunPlan, until offset: FleetDuration) {
        while !isOver, offset > segmentStart + plan.segments[Int(segment)].duration {
            segmentStartTicks += Int32(plan.segments[Int(segment)].duration.ticks)
            segment += 1
            isOver = Int(segment) == plan.segments.count
        }
    }

    private static func stage(
        in segment: PlanSegment, of mission: Mission?, distance: Double
    ) -> FlightStage {
        guard let mission else { return segment.part == .coolDown ? .finalPart : .running }
        return distance >= mission.targetDistance - mission.finalPart ? .finalPart : .running
    }
}

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
