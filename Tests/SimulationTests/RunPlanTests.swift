import Simulation
import Testing
import Vocabulary

@Suite struct RunPlanTests {
    private static let drawn = (0..<2000).map { lane in
        let athlete = Athlete.drawn(seed: 21, lane: lane)
        return (athlete, RunPlan.drawn(seed: 21, lane: lane, lap: lane % 3 - 1, athlete: athlete))
    }

    private static func plans(_ kind: RunPlan.Kind) -> [(Athlete, RunPlan)] {
        drawn.filter { $0.1.kind == kind }
    }

    @Test(arguments: zip(RunPlan.Kind.allCases, [0.35, 0.15, 0.2, 0.15, 0.15]))
    func `every kind has its share`(kind: RunPlan.Kind, expected: Double) {
        let share = Double(Self.plans(kind).count) / Double(Self.drawn.count)
        #expect(ReferenceRunner.isClose(share, to: expected, within: 0.035))
    }

    @Test func `a run lasts 30 to 60 minutes, a mission at most 62`() {
        for (_, plan) in Self.drawn {
            let longest: Int64 = plan.kind == .mission ? 3720 : 3600
            #expect(plan.longestRun >= .seconds(1800))
            #expect(plan.longestRun <= .seconds(longest))
            #expect(plan.standingBefore >= .seconds(60))
            #expect(plan.standingBefore <= .seconds(180))
            let standingAfter =
                SimulatedRun.lapDuration - plan.standingBefore - plan.longestRun
            #expect(standingAfter >= .seconds(300))
        }
    }

    @Test func `all but missions warm up first and cool down last`() {
        for (_, plan) in Self.drawn where plan.kind != .mission {
            let kinds = plan.segments.map(\.part)
            #expect(kinds.first == .warmUp)
            #expect(kinds.last == .coolDown)
            #expect(!kinds.dropFirst().dropLast().contains { $0 == .warmUp || $0 == .coolDown })
            #expect(plan.mission == nil)
        }
    }

    @Test func `intervals are four times four minutes with three between`() {
        for (_, plan) in Self.plans(.intervals) {
            let work = plan.segments.filter { $0.part == .work }
            #expect(work.map(\.duration) == Array(repeating: .seconds(240), count: 4))
            let recovery = plan.segments.filter { $0.part == .recovery }
            #expect(recovery.map(\.duration) == Array(repeating: .seconds(180), count: 3))
            #expect(work.allSatisfy { $0.startIntensity > recovery[0].startIntensity + 0.3 })
        }
    }

    @Test func `only the cool-down and recoveries are slow enough to walk`() {
        for (athlete, plan) in Self.drawn {
            for segment in plan.segments where ![.coolDown, .recovery].contains(segment.part) {
                let slowest = min(segment.startIntensity, segment.endIntensity)
                #expect(slowest * athlete.speedAtFullIntensity > 2.1)
            }
        }
    }

    @Test func `missions fit into an hour at the target pace`() {
        for (athlete, plan) in Self.plans(.mission) {
            guard let mission = plan.mission else {
                Issue.record("a mission without a target")
                continue
            }
            #expect([3000, 5000, 10_000].contains(mission.targetDistance))
            #expect(mission.targetDistance / mission.targetSpeed <= 3600)
            #expect((10...20).contains(mission.paceDeviation))
            #expect((mission.targetPace - mission.targetPace.rounded()).magnitude < 1e-9)
            #expect(mission.targetSpeed <= athlete.speedAtFullIntensity)
            #expect(plan.segments.count == 1)
        }
    }

    @Test func `every mission distance is flown`() {
        let distances = Set(Self.plans(.mission).compactMap { $0.1.mission?.targetDistance })
        #expect(distances == [3000, 5000, 10_000])
    }

    @Test(arguments: [(3000.0, 150.0), (5000, 250), (10_000, 500), (21_097.5, 500)])
    func `the final part is 5 percent, at most 500 m`(distance: Double, expected: Double) {
        let mission = Mission(targetDistance: distance, targetSpeed: 3, paceDeviation: 15)
        #expect(ReferenceRunner.isClose(mission.finalPart, to: expected, within: 1e-9))
    }

    @Test func `laps of one athlete differ and are repeatable`() {
        let athlete = Athlete.drawn(seed: 2, lane: 1)
        let plans = (-3..<3).map {
            RunPlan.drawn(seed: 2, lane: 1, lap: $0, athlete: athlete)
        }
        #expect(
            plans == (-3..<3).map { RunPlan.drawn(seed: 2, lane: 1, lap: $0, athlete: athlete) })
        for plan in plans {
            #expect(plans.count { $0 == plan } == 1)
        }
    }
}
