import Vocabulary

extension RunPlan {
    /// The plan of lap `lap` of lane `lane`, in intensities that `athlete` can run at.
    package static func drawn(seed: UInt64, lane: Int, lap: Int, athlete: Athlete) -> RunPlan {
        let outline = Outline(draws: Draws(seed: seed, lane: lane, lap: lap), athlete: athlete)
        let kind = outline.kind
        let segments =
            switch kind {
            case .easy: outline.easy
            case .long: outline.long
            case .mission: outline.flight(of: outline.mission)
            case .intervals: outline.intervals
            case .tempo: outline.tempo
            }
        return RunPlan(
            kind: kind, standingBefore: .seconds(outline.standingBefore), segments: segments,
            mission: kind == .mission ? outline.mission : nil)
    }
}

/// The draws of a plan, kind by kind. All durations are seconds.
private struct Outline {
    let draws: Draws
    let athlete: Athlete

    /// The intensity, or the lowest at which the athlete still runs.
    private func running(_ intensity: Double) -> Double {
        max(intensity, athlete.slowestRunningIntensity)
    }

    private var easyIntensity: Double { running(athlete.easyIntensity) }

    var standingBefore: Int64 { draws.wholeSeconds(.standingBefore, in: 60...180) }

    var kind: RunPlan.Kind {
        switch draws.uniform(.planKind) {
        case ..<0.35: .easy
        case ..<0.50: .long
        case ..<0.70: .mission
        case ..<0.85: .intervals
        default: .tempo
        }
    }

    var easy: [PlanSegment] {
        framed(
            [steady(draws.wholeSeconds(.runDuration, in: 1200...2100))],
            warmUp: 300...480, coolDown: 300...420)
    }

    var long: [PlanSegment] {
        let seconds = draws.wholeSeconds(.runDuration, in: 2400...2700)
        let lastQuarter = seconds / 4
        let rise = PlanSegment(
            .steady, seconds: lastQuarter, from: easyIntensity, to: easyIntensity + 0.03)
        return framed(
            [steady(seconds - lastQuarter), rise], warmUp: 300...480, coolDown: 300...420)
    }

    /// Four times four minutes after Helgerud et al. (Med Sci Sports Exerc 2007).
    var intervals: [PlanSegment] {
        let hard = running(draws.uniform(.workIntensity, in: 0.83...0.88))
        let light = draws.uniform(.recoveryIntensity, in: 0.38...0.46)
        let work = PlanSegment(.work, seconds: 240, at: hard)
        let recovery = PlanSegment(.recovery, seconds: 180, at: light)
        return framed(
            [work, recovery, work, recovery, work, recovery, work],
            warmUp: 570...720, coolDown: 300...480)
    }

    var tempo: [PlanSegment] {
        let hard = running(draws.uniform(.workIntensity, in: 0.78...0.84))
        let seconds = draws.wholeSeconds(.runDuration, in: 1200...1800)
        return framed(
            [PlanSegment(.work, seconds: seconds, at: hard)], warmUp: 480...720, coolDown: 300...600
        )
    }

    private func steady(_ seconds: Int64) -> PlanSegment {
        PlanSegment(.steady, seconds: seconds, at: easyIntensity)
    }

    private func framed(
        _ middle: [PlanSegment], warmUp: ClosedRange<Int64>, coolDown: ClosedRange<Int64>
    ) -> [PlanSegment] {
        let easy = easyIntensity
        let first = PlanSegment(
            .warmUp, seconds: draws.wholeSeconds(.warmUpDuration, in: warmUp),
            from: running(easy - 0.08), to: easy)
        let last = PlanSegment(
            .coolDown, seconds: draws.wholeSeconds(.coolDownDuration, in: coolDown),
            from: 0.9 * easy, to: 0.65 * easy)
        return [first] + middle + [last]
    }
}

extension Outline {
    /// Seconds after which an athlete gives up a mission.
    private static let missionLimit: Int64 = 3720

    /// A target of 3, 5 or 10 km at a pace of whole seconds per kilometre.
    ///
    /// At the target pace it takes at most 57 minutes: what pacing noise and a cautious start add
    /// stays far from the limit.
    var mission: Mission {
        let effort = running(athlete.easyIntensity + draws.uniform(.missionIntensity, in: 0...0.12))
        let pace = (1000 / (effort * athlete.speedAtFullIntensity)).rounded(.up)
        let distance: Double =
            switch draws.uniform(.missionDistance) {
            case ..<0.15: 3000
            case ..<0.60: 5000
            default: 10 * pace <= 57 * 60 ? 10_000 : 5000
            }
        return Mission(
            targetDistance: distance, targetSpeed: 1000 / pace,
            paceDeviation: draws.uniform(.missionDeviation, in: 9.5...20.5).rounded())
    }

    /// One stretch that the distance ends. Nobody judges the pace exactly, and most begin too fast.
    func flight(of mission: Mission) -> [PlanSegment] {
        let judged = 1 + (0.01 * draws.normal(.missionJudgement)).clamped(to: -0.02...0.02)
        let intensity = judged * mission.targetSpeed / athlete.speedAtFullIntensity
        return [
            PlanSegment(
                .steady, seconds: Self.missionLimit, from: 1.01 * intensity, to: 0.99 * intensity)
        ]
    }
}
