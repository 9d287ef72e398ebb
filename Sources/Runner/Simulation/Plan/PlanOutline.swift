import Vocabulary

/// Draws the segments of each kind of plan. Durations are in seconds, intensities are shares of the
/// oxygen uptake reserve. The shares and ranges are those of the page Realism, section Plan.
struct PlanOutline {
    let draws: Draws
    let athlete: Athlete

    /// Seconds after which every run ends, so that all of it lies within the session.
    static let longestRun: Int64 = 3840

    /// Three of four runs are even: easy, long or a mission.
    var kind: RunPlan.Kind {
        switch draws.uniform(.planKind) {
        case ..<0.36: .easy
        case ..<0.54: .long
        case ..<0.74: .mission
        case ..<0.79: .intervals
        case ..<0.82: .repetitions
        case ..<0.86: .fartlek
        case ..<0.93: .tempo
        default: .progression
        }
    }

    func seconds(_ purpose: RandomPurpose, in range: ClosedRange<Int64>) -> Int64 {
        draws.wholeSeconds(purpose, in: range)
    }

    /// `intensity`, raised where necessary to the lowest at which the athlete runs.
    func running(_ intensity: Double) -> Double {
        max(intensity, athlete.slowestRunningIntensity)
    }

    /// What feels easy on this day.
    var easyIntensity: Double {
        running(athlete.easyIntensity + 0.02 * draws.normal(.form))
    }

    private var warmUpSeconds: Int64 { seconds(.warmUpDuration, in: 300...600) }
    private var coolDownSeconds: Int64 { seconds(.coolDownDuration, in: 240...420) }

    /// An even run. A third of them begin slowly, all drift a little towards the end, and a quarter
    /// end with a cool-down; a third of the others end with a kick.
    func easy(seconds: Int64) -> [PlanSegment] {
        let easy = easyIntensity
        let begin = running(easy * (1 - slowStart))
        let end = running(easy + 0.03 * draws.normal(.endIntensity))
        let fadesOut = draws.uniform(.coolDown) < 0.25
        let middle = seconds - warmUpSeconds - (fadesOut ? coolDownSeconds : 0)
        let first = PlanSegment(.warmUp, seconds: warmUpSeconds, from: begin, to: easy)
        let steady = PlanSegment(.steady, seconds: middle, from: easy, to: end)
        guard fadesOut else { return [first] + kick(after: steady, seconds: middle) }
        let last = PlanSegment(
            .coolDown, seconds: coolDownSeconds, from: running(0.95 * easy),
            to: running(0.85 * easy))
        return [first, steady, last]
    }

    /// An even part, which may end faster than it was.
    private func kick(after steady: PlanSegment, seconds middle: Int64) -> [PlanSegment] {
        guard draws.uniform(.kick) < 0.33 else { return [steady] }
        let length = seconds(.kickLength, in: 40...240)
        let share = Double(middle - length) / Double(middle)
        let turn =
            steady.startIntensity + (steady.endIntensity - steady.startIntensity) * share
        return [
            PlanSegment(.steady, seconds: middle - length, from: steady.startIntensity, to: turn),
            PlanSegment(.steady, seconds: length, from: 1.05 * turn, to: min(1.15 * turn, 0.97)),
        ]
    }

    /// The share by which a run begins slower than easy.
    private var slowStart: Double {
        guard draws.uniform(.slowStart) < 0.35 else { return 0 }
        return draws.uniform(.slowStartDepth, in: 0.07...0.21)
    }

    /// Four times four minutes (Helgerud et al., Med Sci Sports Exerc 2007).
    var intervals: [PlanSegment] {
        let work = PlanSegment(
            .work, seconds: 240, at: running(draws.uniform(.workIntensity, in: 0.8...0.85)))
        let recovery = PlanSegment(
            .recovery, seconds: 180, at: draws.uniform(.recoveryIntensity, in: 0.38...0.46))
        return framed(
            [work, recovery, work, recovery, work, recovery, work], warmUpMore: 270)
    }

    /// Six times 800 m with a jog of two and a half minutes.
    var repetitions: [PlanSegment] {
        let hard = running(draws.uniform(.workIntensity, in: 0.9...0.96))
        let seconds = Int64((800 / (hard * athlete.speedAtFullIntensity)).rounded())
        let work = PlanSegment(.work, seconds: seconds, at: hard)
        let recovery = PlanSegment(
            .recovery, seconds: 150, at: draws.uniform(.recoveryIntensity, in: 0.38...0.48))
        let rounds = Array(repeating: [work, recovery], count: 6).joined().dropLast()
        return framed(Array(rounds), warmUpMore: 300, coolDownMore: 120)
    }

    /// Six to eleven bouts of random length and speed, as many as fit into the longest run.
    var fartlek: [PlanSegment] {
        let easy = easyIntensity
        let stream = draws.stream(.bouts)
        let count = UInt64(seconds(.boutCount, in: 6...11))
        var bouts: [PlanSegment] = []
        var left = Self.longestRun - warmUpSeconds - coolDownSeconds - 320
        for bout in 0..<count {
            let hard = running(0.78 + 0.17 * stream.uniform(4 * bout))
            let seconds = Int64(30 + 151 * stream.uniform(4 * bout + 1))
            let rest = Int64(60 + 91 * stream.uniform(4 * bout + 2))
            left -= seconds + rest
            guard left >= 0 else { break }
            bouts.append(PlanSegment(.work, seconds: seconds, at: hard))
            bouts.append(
                PlanSegment(
                    .recovery, seconds: rest, from: running(0.93 * easy), to: running(0.95 * easy)))
        }
        return framed(bouts, warmUpMore: 120, coolDownMore: 200, fadesTo: 0.9)
    }

    var tempo: [PlanSegment] {
        let work = PlanSegment(
            .work, seconds: seconds(.runDuration, in: 1200...1800),
            at: running(draws.uniform(.workIntensity, in: 0.77...0.83)))
        return framed([work], warmUpMore: 200, coolDownMore: 100)
    }

    func progression(seconds: Int64) -> [PlanSegment] {
        let easy = easyIntensity
        let gain = draws.uniform(.workIntensity, in: 0.06...0.18)
        let middle = running(easy + gain / 2)
        return [
            PlanSegment(
                .warmUp, seconds: seconds * 35 / 100, from: running(0.96 * easy), to: easy),
            PlanSegment(.steady, seconds: seconds * 40 / 100, from: easy, to: middle),
            PlanSegment(
                .work, seconds: seconds * 25 / 100, from: middle, to: running(easy + gain)),
        ]
    }

    /// Work between a warm-up and a cool-down.
    private func framed(
        _ middle: [PlanSegment], warmUpMore: Int64, coolDownMore: Int64 = 0,
        fadesTo end: Double = 0.75
    ) -> [PlanSegment] {
        let easy = easyIntensity
        let first = PlanSegment(
            .warmUp, seconds: warmUpSeconds + warmUpMore, from: running(0.93 * easy), to: easy)
        let last = PlanSegment(
            .coolDown, seconds: coolDownSeconds + coolDownMore,
            from: end < 0.9 ? 0.9 * easy : easy, to: end * easy)
        var segments: [PlanSegment] = []
        segments.reserveCapacity(middle.count + 2)
        segments.append(first)
        segments += middle
        segments.append(last)
        return segments
    }
}

extension PlanOutline {
    /// A target of 3, 5 or 10 km at a pace of whole seconds per kilometre.
    ///
    /// At the target pace it takes at most 57 minutes, which leaves 7 minutes for stops.
    var mission: Mission {
        let pace = missionPace
        let distance: Double =
            switch draws.uniform(.missionDistance) {
            case ..<0.08: 3000
            case ..<0.55: 5000
            default: 10 * pace <= 57 * 60 ? 10_000 : 5000
            }
        return mission(distance, pace: pace)
    }

    /// A target of 5 or 10 km, whichever takes from 30 to 60 minutes at its pace.
    var missionOfDay: Mission {
        let pace = missionPace
        return mission(pace > 360 ? 5000 : 10_000, pace: pace)
    }

    /// Whole seconds per kilometre.
    var missionPace: Double {
        let effort = running(
            athlete.easyIntensity + draws.uniform(.missionIntensity, in: 0...0.08))
        return (1000 / (effort * athlete.speedAtFullIntensity)).rounded(.up)
    }

    func mission(_ distance: Double, pace: Double) -> Mission {
        Mission(
            targetDistance: distance, targetSpeed: 1000 / pace,
            paceDeviation: draws.uniform(.missionDeviation, in: 9.5...20.5).rounded())
    }

    /// A segment as long as the target pace takes, and one up to the longest run for those who are
    /// held up. The distance ends the mission. Athletes misjudge the pace a little, and begin 1 %
    /// too fast.
    ///
    /// - Parameters:
    ///   - longest: seconds after which the athlete gives up, if not the longest run.
    ///   - cost: the mean energy of running the way, relative to level ground.
    func flight(
        of mission: Mission, longest: Int64 = longestRun, cost: Double = 1
    ) -> [PlanSegment] {
        let judged = 1 + (0.01 * draws.normal(.missionJudgement)).clamped(to: -0.02...0.02)
        let intensity = judged * cost * mission.targetSpeed / athlete.speedAtFullIntensity
        let planned = Int64((mission.targetDistance / mission.targetSpeed).rounded())
        return [
            PlanSegment(
                .steady, seconds: planned, from: 1.01 * intensity, to: 0.99 * intensity),
            PlanSegment(.steady, seconds: longest - planned, at: 0.99 * intensity),
        ]
    }
}
