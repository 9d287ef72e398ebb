import Simulation
import TestSupport
import Testing
import Vocabulary

@Suite struct RunPlanTests {
    private static let drawn = (0..<2000).map { (lane: LaneID) in
        let athlete = Athlete.drawn(seed: 21, lane: lane)
        let lap = lane.index % 3 - 1
        return (athlete, RunPlan.drawn(seed: 21, lane: lane, lap: lap, athlete: athlete))
    }

    private static func plans(_ kind: RunPlan.Kind) -> [(Athlete, RunPlan)] {
        drawn.filter { $0.1.kind == kind }
    }

    @Test(arguments: zip(RunPlan.Kind.allCases, [0.36, 0.18, 0.2, 0.05, 0.03, 0.04, 0.07, 0.07]))
    func `every kind has its share`(kind: RunPlan.Kind, expected: Double) {
        let share = Double(Self.plans(kind).count) / Double(Self.drawn.count)
        #expect(ReferenceRunner.isClose(share, to: expected, within: 0.025))
    }

    @Test func `a run lasts half an hour to an hour and leaves time to stand`() {
        for (_, plan) in Self.drawn {
            #expect(plan.longestRun >= .seconds(1400))
            #expect(plan.longestRun <= .seconds(3840))
            #expect(plan.standingBefore >= .seconds(60))
            #expect(plan.standingBefore <= .seconds(180))
            let standingAfter =
                FleetDuration.lap - plan.standingBefore - plan.longestRun
            #expect(standingAfter >= .seconds(180))
        }
    }

    @Test func `all but missions warm up first, and work cools down last`() {
        for (_, plan) in Self.drawn where plan.kind != .mission {
            let parts = plan.segments.map(\.part)
            #expect(parts.first == .warmUp)
            #expect(!parts.dropFirst().dropLast().contains { $0 == .warmUp || $0 == .coolDown })
            #expect(plan.mission == nil)
            guard [.intervals, .repetitions, .fartlek, .tempo].contains(plan.kind) else { continue }
            #expect(parts.last == .coolDown)
            #expect(parts.contains(.work))
        }
        let even = Self.drawn.map(\.1).filter { [.easy, .long].contains($0.kind) }
        let fading = even.count { $0.segments.last?.part == .coolDown }
        let share = Double(fading) / Double(even.count)
        #expect(ReferenceRunner.isClose(share, to: 0.25, within: 0.04))
    }

    @Test func `repetitions are six times 800 m at the planned speed`() {
        for (athlete, plan) in Self.plans(.repetitions) {
            let work = plan.segments.filter { $0.part == .work }
            #expect(work.count == 6)
            for bout in work {
                let speed = bout.startIntensity * athlete.speedAtFullIntensity
                #expect(ReferenceRunner.isClose(speed * bout.duration.seconds, to: 800, within: 4))
            }
        }
    }

    @Test func `no two fartleks are alike, and each has its bouts`() {
        let fartleks = Self.plans(.fartlek).map(\.1)
        for plan in fartleks {
            let work = plan.segments.filter { $0.part == .work }
            #expect((3...11).contains(work.count))
            #expect(Set(work.map(\.duration)).count > 1)
            #expect(work.allSatisfy { (30...181).contains($0.duration.seconds) })
        }
        #expect(Set(fartleks.map { $0.segments.map(\.duration) }).count == fartleks.count)
    }

    @Test func `a progression becomes faster and faster`() {
        for (_, plan) in Self.plans(.progression) {
            #expect(plan.segments.map(\.part) == [.warmUp, .steady, .work])
            let levels = plan.segments.flatMap { [$0.startIntensity, $0.endIntensity] }
            #expect(levels == levels.sorted())
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
                #expect(slowest * athlete.speedAtFullIntensity > 0.97 * Athlete.slowestRun)
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
            #expect(plan.segments.map(\.part) == [.steady, .steady])
            #expect(plan.longestRun == .seconds(3840))
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
