import Vocabulary

/// The plan of one session: standing, the run in segments, standing again.
public struct RunPlan: Equatable, Sendable {
    public typealias Kind = PlanKind

    public var kind: Kind
    // Four bytes are enough for minutes, and every session keeps a plan.
    private let standingTicks: Int32
    /// The segments of the run in order, never empty. A mission ends in the middle of a segment,
    /// where it reaches its distance.
    public var segments: [PlanSegment]
    /// The target of a mission; nil for other plans.
    public var mission: Mission?

    init(
        kind: Kind, standingBefore: FleetDuration, segments: [PlanSegment],
        mission: Mission? = nil
    ) {
        self.kind = kind
        standingTicks = Int32(standingBefore.ticks)
        self.segments = segments
        self.mission = mission
    }

    /// The time before the run, 60...180 s.
    public var standingBefore: FleetDuration { FleetDuration(ticks: Int64(standingTicks)) }

    /// How long the run is meant to last; for a mission, the time at the target pace.
    public var plannedRun: FleetDuration {
        mission == nil ? longestRun : segments[0].duration
    }

    /// How long the run lasts; for a mission, the time after which the athlete gives up.
    public var longestRun: FleetDuration {
        FleetDuration(ticks: segments.reduce(0) { $0 + $1.duration.ticks })
    }
}

extension Mission {
    /// The length in metres of the mission's final part: 5 % of the distance, at most 500 m.
    public var finalPart: Double { min(0.05 * targetDistance, 500) }
}

extension RunPlan {
    /// Draws the plan of lap `lap` of lane `lane`, with intensities at which `athlete` can run.
    ///
    /// - Parameter ordered: the kind of plan; nil draws that too.
    public static func drawn(
        seed: UInt64, lane: LaneID, lap: Int, athlete: Athlete, kind ordered: Kind? = nil
    ) -> RunPlan {
        let outline = PlanOutline(draws: Draws(seed: seed, lane: lane, lap: lap), athlete: athlete)
        let kind = ordered ?? outline.kind
        let segments =
            switch kind {
            case .easy: outline.easy(seconds: outline.seconds(.runDuration, in: 1800...3300))
            case .long: outline.easy(seconds: outline.seconds(.runDuration, in: 3000...3600))
            case .mission: outline.flight(of: outline.mission)
            case .intervals: outline.intervals
            case .repetitions: outline.repetitions
            case .fartlek: outline.fartlek
            case .tempo: outline.tempo
            case .progression:
                outline.progression(seconds: outline.seconds(.runDuration, in: 1800...3300))
            }
        return RunPlan(
            kind: kind, standingBefore: .seconds(outline.seconds(.standingBefore, in: 60...180)),
            segments: segments, mission: kind == .mission ? outline.mission : nil)
    }

    /// The lengths, in seconds, of the runs of a day other than long ones.
    public static let usualRun: ClosedRange<Int64> = 1800...3600

    /// Draws the plan of a run of `kind` on a day, with intensities at which `athlete` can run.
    ///
    /// Easy, long and progressive runs last `seconds`. The others take their own time, and where
    /// that is not within ``usualRun``, an easy run takes the place of a mission and a progression
    /// that of another.
    ///
    /// - Parameters:
    ///   - day: tells the random numbers of days apart.
    ///   - seconds: from 900 on.
    public static func ofDay(
        seed: UInt64, lane: LaneID, day: Int, athlete: Athlete, kind: Kind, seconds: Int64
    ) -> RunPlan {
        let outline = PlanOutline(draws: Draws(seed: seed, lane: lane, lap: day), athlete: athlete)
        let standing = FleetDuration.seconds(outline.seconds(.standingBefore, in: 60...180))
        let segments: [PlanSegment]
        var mission: Mission?
        switch kind {
        case .easy, .long: segments = outline.easy(seconds: seconds)
        case .progression: segments = outline.progression(seconds: seconds)
        case .intervals: segments = outline.intervals
        case .repetitions: segments = outline.repetitions
        case .fartlek: segments = outline.fartlek
        case .tempo: segments = outline.tempo
        case .mission:
            let flown = outline.missionOfDay
            let planned = Int64((flown.targetDistance / flown.targetSpeed).rounded())
            // A tenth more, and two minutes, for stops.
            segments = outline.flight(of: flown, longest: planned * 11 / 10 + 120)
            mission = flown
        }
        let plan = RunPlan(
            kind: kind, standingBefore: standing, segments: segments, mission: mission)
        let isUsual = usualRun.contains(plan.plannedRun.ticks / FleetDuration.ticksPerSecond)
        guard !isUsual, ![.easy, .long, .progression].contains(kind) else { return plan }
        return ofDay(
            seed: seed, lane: lane, day: day, athlete: athlete,
            kind: kind == .mission ? .easy : .progression, seconds: seconds)
    }
}

/// A segment of a plan, in which the intensity changes linearly.
public struct PlanSegment: Equatable, Sendable {
    public var part: PlanPart
    // Four bytes are enough for an hour, and every session keeps a plan.
    private let durationTicks: Int32
    /// Share of the oxygen uptake reserve at the beginning; 0 is standing.
    public var startIntensity: Double
    /// Share of the oxygen uptake reserve at the end.
    public var endIntensity: Double

    init(_ part: PlanPart, seconds: Int64, from startIntensity: Double, to endIntensity: Double) {
        self.part = part
        durationTicks = Int32(FleetDuration.seconds(seconds).ticks)
        self.startIntensity = startIntensity
        self.endIntensity = endIntensity
    }

    init(_ part: PlanPart, seconds: Int64, at intensity: Double) {
        self.init(part, seconds: seconds, from: intensity, to: intensity)
    }

    public var duration: FleetDuration { FleetDuration(ticks: Int64(durationTicks)) }

    /// The intensity when `elapsed` of the segment has passed.
    func intensity(after elapsed: FleetDuration) -> Double {
        let share = Double(elapsed.ticks) / Double(duration.ticks)
        return startIntensity + (endIntensity - startIntensity) * share
    }
}
