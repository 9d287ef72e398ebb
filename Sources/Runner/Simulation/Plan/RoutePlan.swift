import Vocabulary

extension RunPlan {
    /// The longest that a route may take at an athlete's easy pace: by laps what leaves seven
    /// minutes of the lap's run for stops; by days what leaves the evening.
    public static let longestRoute = (
        ofLap: FleetDuration.seconds(57 * 60), ofDay: FleetDuration.seconds(5 * 3600)
    )

    /// The plan of a lap along a route, from its start to its end, at an easy pace: a mission. Nil
    /// if that would take longer than ``longestRoute``.
    static func ofLap(
        _ seed: UInt64, _ lane: LaneID, _ lap: Int, _ athlete: Athlete, along track: RouteTrack
    ) -> RunPlan? {
        guard time(of: track, athlete: athlete) <= longestRoute.ofLap else { return nil }
        return along(
            track, seed: seed, lane: lane, lap: lap, athlete: athlete,
            longest: .seconds(PlanOutline.longestRun))
    }

    /// The plan of a day along a route, as long as it takes, and a tenth more and two minutes for
    /// stops. Nil if it would take longer than ``longestRoute``.
    ///
    /// - Parameter day: tells the random numbers of days apart.
    static func ofDay(
        seed: UInt64, lane: LaneID, day: Int, athlete: Athlete, along track: RouteTrack
    ) -> RunPlan? {
        guard let longest = longestTime(ofDay: track, athlete: athlete) else { return nil }
        return along(track, seed: seed, lane: lane, lap: day, athlete: athlete, longest: longest)
    }

    /// After which time an athlete gives up a day's run along a route; nil if it is too long.
    static func longestTime(ofDay track: RouteTrack, athlete: Athlete) -> FleetDuration? {
        let time = time(of: track, athlete: athlete)
        guard time <= longestRoute.ofDay else { return nil }
        return .seconds(time.ticks / FleetDuration.ticksPerSecond * 11 / 10 + 120)
    }

    /// How long a route is meant to take an athlete.
    public static func time(of track: RouteTrack, athlete: Athlete) -> FleetDuration {
        .seconds(Int64((track.length / 1000 * pace(athlete, along: track)).rounded()))
    }

    /// Whole seconds per kilometre.
    private static func pace(_ athlete: Athlete, along track: RouteTrack) -> Double {
        let effort = max(athlete.easyIntensity, athlete.slowestRunningIntensity)
        return (1000 * track.meanCost / (effort * athlete.speedAtFullIntensity)).rounded(.up)
    }

    /// - Parameter longest: the time after which the athlete gives up.
    private static func along(
        _ track: RouteTrack, seed: UInt64, lane: LaneID, lap: Int, athlete: Athlete,
        longest: FleetDuration
    ) -> RunPlan {
        let outline = PlanOutline(draws: Draws(seed: seed, lane: lane, lap: lap), athlete: athlete)
        let mission = outline.mission(track.length, pace: pace(athlete, along: track))
        return RunPlan(
            kind: .mission,
            standingBefore: .seconds(outline.seconds(.standingBefore, in: 60...180)),
            segments: outline.flight(
                of: mission, longest: longest.ticks / FleetDuration.ticksPerSecond,
                cost: track.meanCost),
            mission: mission)
    }
}
