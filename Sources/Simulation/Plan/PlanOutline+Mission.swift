import Vocabulary

extension PlanOutline {
    /// A target of 3, 5 or 10 km at a pace of whole seconds per kilometre.
    ///
    /// At the target pace it takes at most 57 minutes; who is held up for long gives up.
    var mission: Mission {
        let effort = running(
            athlete.easyIntensity + draws.uniform(.missionIntensity, in: 0...0.08))
        let pace = (1000 / (effort * athlete.speedAtFullIntensity)).rounded(.up)
        let distance: Double =
            switch draws.uniform(.missionDistance) {
            case ..<0.08: 3000
            case ..<0.55: 5000
            default: 10 * pace <= 57 * 60 ? 10_000 : 5000
            }
        return Mission(
            targetDistance: distance, targetSpeed: 1000 / pace,
            paceDeviation: draws.uniform(.missionDeviation, in: 9.5...20.5).rounded())
    }

    /// The time that the target pace takes, and what is left for who is held up; the distance ends
    /// it. Nobody judges the pace exactly, and most begin too fast.
    func flight(of mission: Mission) -> [PlanSegment] {
        let judged = 1 + (0.01 * draws.normal(.missionJudgement)).clamped(to: -0.02...0.02)
        let intensity = judged * mission.targetSpeed / athlete.speedAtFullIntensity
        let planned = Int64((mission.targetDistance / mission.targetSpeed).rounded())
        return [
            PlanSegment(
                .steady, seconds: planned, from: 1.01 * intensity, to: 0.99 * intensity),
            PlanSegment(.steady, seconds: Self.longestRun - planned, at: 0.99 * intensity),
        ]
    }
}
