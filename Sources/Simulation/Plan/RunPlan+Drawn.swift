import Vocabulary

extension RunPlan {
    /// The plan of lap `lap` of lane `lane`, in intensities that `athlete` can run at.
    ///
    /// - Parameter ordered: the kind of plan; drawn as well if left out.
    public static func drawn(
        seed: UInt64, lane: Int, lap: Int, athlete: Athlete, kind ordered: Kind? = nil
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
            case .progression: outline.progression
            }
        return RunPlan(
            kind: kind, standingBefore: .seconds(outline.seconds(.standingBefore, in: 60...180)),
            segments: segments, mission: kind == .mission ? outline.mission : nil)
    }
}
