import Simulation
import TestSupport
import Testing
import Vocabulary

@Suite struct DayPlanTests {
    private static let athletes = (0..<300).map { Athlete.drawn(seed: 9, lane: $0) }

    private static func plan(_ lane: LaneID, _ kind: PlanKind, seconds: Int64 = 2700) -> RunPlan {
        RunPlan.ofDay(
            seed: 9, lane: lane, day: 20_000 + lane.index, athlete: athletes[lane.index],
            kind: kind, seconds: seconds)
    }

    @Test(arguments: PlanKind.allCases)
    func `a run of a day takes from 30 to 60 minutes, or as long as is said`(kind: PlanKind) {
        for lane: LaneID in 0..<300 {
            let seconds = Self.plan(lane, kind).plannedRun.seconds
            #expect((1800...3600).contains(seconds), "lane \(lane)")
            guard [.easy, .long, .progression].contains(kind) else { continue }
            #expect(seconds == 2700)
            #expect(Self.plan(lane, kind, seconds: 6000).plannedRun.seconds == 6000)
        }
    }

    @Test func `missions are of 5 or 10 km, and end some minutes after the target pace would`() {
        var distances: Set<Double> = []
        for lane: LaneID in 0..<300 {
            let plan = Self.plan(lane, .mission)
            guard let mission = plan.mission else {
                Issue.record("lane \(lane) has no mission")
                continue
            }
            distances.insert(mission.targetDistance)
            let more = plan.longestRun.seconds - plan.plannedRun.seconds
            #expect((120 + 180...120 + 360).contains(more))
        }
        #expect(distances == [5000, 10_000])
    }

    @Test func `most hard runs are of the kind that was asked for`() {
        for kind in [PlanKind.intervals, .repetitions, .fartlek, .tempo] {
            let kinds = (0..<300).map { Self.plan($0, kind).kind }
            #expect(kinds.count { $0 == kind } > 200, "\(kind)")
            #expect(kinds.allSatisfy { $0 == kind || $0 == .progression }, "\(kind)")
        }
    }

    @Test
    func `a session with a plan lasts as long as is said, and is that of laps where both agree`() {
        let athlete = Self.athletes[4]
        let plan = RunPlan.drawn(seed: 9, lane: 4, lap: 2, athlete: athlete)
        var given = SimulatedRun(
            seed: 9, lane: 4, lap: 2, rate: .oneHertz, plan: plan, lasting: .seconds(600))
        var drawn = SimulatedRun(seed: 9, lane: 4, lap: 2, rate: .oneHertz)
        #expect(given.duration == .seconds(600))
        #expect(drawn.duration == .lap)
        for _ in 0..<600 { #expect(given.next() == drawn.next()) }
        #expect(given.nextOffset == nil)
        #expect(drawn.nextOffset != nil)
    }

    @Test func `a long run of 100 minutes is run to its end`() {
        let plan = Self.plan(7, .long, seconds: 6000)
        var run = SimulatedRun(
            seed: 9, lane: 7, lap: 20_007, rate: .oneHertz,
            equipment: Equipment(hasPauseButton: false), plan: plan,
            lasting: plan.standingBefore + plan.longestRun + .seconds(60))
        var stages: [FlightStage: Int] = [:]
        while run.nextOffset != nil { stages[run.next().stage, default: 0] += 1 }
        #expect(stages[.afterRun] == 60)
        #expect(Int64(stages[.running, default: 0] + stages[.finalPart, default: 0]) == 6000)
    }
}
