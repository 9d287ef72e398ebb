import Vocabulary

/// What an athlete sets out to do in one session: standing, the run, standing.
public struct RunPlan: Equatable, Sendable {
    public typealias Kind = PlanKind

    /// The time before the run, 60...180 s.
    public var standingBefore: FleetDuration
    /// The stretches of the run one after the other, never empty. Those of a mission end early
    /// when the distance is reached.
    public var segments: [PlanSegment]
    /// Of a mission only.
    public var mission: Mission?
    public var kind: Kind

    init(
        kind: Kind, standingBefore: FleetDuration, segments: [PlanSegment], mission: Mission?
    ) {
        self.kind = kind
        self.standingBefore = standingBefore
        self.segments = segments
        self.mission = mission
    }

    /// How long the run is meant to last; of a mission the time that the target pace takes.
    public var plannedRun: FleetDuration {
        mission == nil ? longestRun : segments[0].duration
    }

    /// The duration of the run; of a mission the time after which the athlete gives up.
    public var longestRun: FleetDuration {
        FleetDuration(ticks: segments.reduce(0) { $0 + $1.duration.ticks })
    }
}

extension Mission {
    /// Metres before the target from which the mission is in its final part: 5 % of the distance,
    /// at most 500 m.
    public var finalPart: Double { min(0.05 * targetDistance, 500) }
}
