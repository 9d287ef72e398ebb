import Vocabulary

/// What an athlete sets out to do in one session: standing, the run, standing.
package struct RunPlan: Equatable, Sendable {
    package typealias Kind = PlanKind

    /// The time before the run, 60...180 s.
    package var standingBefore: FleetDuration
    /// The stretches of the run one after the other, never empty. Those of a mission end early
    /// when the distance is reached.
    package var segments: [PlanSegment]
    /// Of a mission only.
    package var mission: Mission?
    package var kind: Kind

    init(
        kind: Kind, standingBefore: FleetDuration, segments: [PlanSegment], mission: Mission?
    ) {
        self.kind = kind
        self.standingBefore = standingBefore
        self.segments = segments
        self.mission = mission
    }

    /// How long the run is meant to last; of a mission the time that the target pace takes.
    package var plannedRun: FleetDuration {
        mission == nil ? longestRun : segments[0].duration
    }

    /// The duration of the run; of a mission the time after which the athlete gives up.
    package var longestRun: FleetDuration {
        FleetDuration(ticks: segments.reduce(0) { $0 + $1.duration.ticks })
    }
}

extension Mission {
    /// Metres before the target from which the mission is in its final part: 5 % of the distance,
    /// at most 500 m.
    package var finalPart: Double { min(0.05 * targetDistance, 500) }
}
