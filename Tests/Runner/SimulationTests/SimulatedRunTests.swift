import Simulation
import TestSupport
import Testing
import Vocabulary

@Suite struct SimulatedRunTests {
    /// A session of an athlete without a pause button: a sample comes each period.
    private static func run(
        seed: UInt64 = 1, lane: LaneID = 0, lap: Int = 0, rate: SampleRate = .oneHertz
    ) -> SimulatedRun {
        SimulatedRun(
            seed: seed, lane: lane, lap: lap, rate: rate,
            equipment: Equipment(hasPauseButton: false))
    }

    private static func steps(_ run: SimulatedRun) -> [SourceStep] {
        var run = run
        var steps: [SourceStep] = []
        while run.nextOffset != nil { steps.append(run.next()) }
        return steps
    }

    @Test(arguments: [1, 2, 10])
    func `a sample is due every period, the last one at the lap's end`(hertz: Int64) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        var run = Self.run(rate: rate)
        var expected = rate.period
        while let offset = run.nextOffset {
            #expect(offset == expected)
            let step = run.next()
            #expect(step.offset == offset)
            #expect(step.sessionTime == offset)
            expected = expected + rate.period
        }
        #expect(expected == FleetDuration.lap + rate.period)
    }

    @Test func `a step after the last traps`() async {
        await #expect(processExitsWith: .failure) {
            var run = SimulatedRun(seed: 1, lane: 0, lap: 0, rate: .oneHertz)
            while run.nextOffset != nil { _ = run.next() }
            _ = run.next()
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `the same identity gives the same steps`(seed: UInt64) {
        let once = Self.steps(Self.run(seed: seed, lane: 5, lap: -2))
        let again = Self.steps(Self.run(seed: seed, lane: 5, lap: -2))
        #expect(once == again, "seed \(seed)")
    }

    @Test func `another seed, lane or lap gives another run`() {
        let steps = Self.steps(Self.run())
        #expect(Self.steps(Self.run(seed: 2)) != steps)
        #expect(Self.steps(Self.run(lane: 1)) != steps)
        #expect(Self.steps(Self.run(lap: 1)) != steps)
    }

    @Test(arguments: [1, 100, 1500, 4199])
    func `a copy in mid-session goes on with the same steps`(taken: Int) {
        var run = Self.run(seed: 4)
        for _ in 0..<taken { _ = run.next() }
        var copy = run
        let rest = Self.steps(run)
        #expect(rest.count == 4200 - taken)
        #expect(rest.allSatisfy { $0 == copy.next() })
    }

    @Test(arguments: ObservedRun.seeds)
    func `the run begins after standing and ends with the plan`(seed: UInt64) throws {
        let observed = ObservedRun.few[Int(seed)]
        let plan = observed.run.plan
        let before = observed.instants.prefix { $0.stage == .beforeRun }
        #expect(before.last?.offset == plan.standingBefore)
        #expect(before.allSatisfy { $0.sample[.distance] == 0 && $0.sample[.speed] == 0 })
        let order: [FlightStage] = [.beforeRun, .running, .finalPart, .afterRun]
        let stages = observed.instants.map { order.firstIndex(of: $0.stage) ?? -1 }
        #expect(stages == stages.sorted(), "seed \(seed)")
        let hasFinalPart = plan.mission != nil || plan.segments.last?.part == .coolDown
        #expect(Set(stages) == (hasFinalPart ? [0, 1, 2, 3] : [0, 1, 3]), "seed \(seed)")
        if plan.mission == nil {
            let end = try #require(observed.instants.last { $0.stage != .afterRun })
            #expect(end.offset == plan.standingBefore + plan.longestRun, "seed \(seed)")
        }
        #expect(observed.instants.last?.body.gait == .standing, "seed \(seed)")
    }

    @Test func `missions reach their distance near the target speed and stop there`() throws {
        var missions = 0
        for lane: LaneID in 0..<80 {
            let athlete = Athlete.drawn(seed: 8, lane: lane)
            let plan = RunPlan.drawn(seed: 8, lane: lane, lap: 0, athlete: athlete)
            guard let mission = plan.mission else { continue }
            missions += 1
            let observed = ObservedRun(seed: 8, lane: lane)
            let flown = observed.instants.filter { [.running, .finalPart].contains($0.stage) }
            let moving = flown.count { $0.body.gait == .running }
            let speed = mission.targetDistance / Double(moving)
            #expect((speed / mission.targetSpeed - 1).magnitude < 0.15, "lane \(lane)")
            let finish = try #require(observed.instants.last { $0.stage == .finalPart })
            #expect(finish.body.distance >= mission.targetDistance, "lane \(lane)")
            #expect(finish.body.distance < mission.targetDistance + 10, "lane \(lane)")
            let last = try #require(observed.instants.last)
            #expect(last.body.distance < mission.targetDistance + 40, "lane \(lane)")
            let final = try #require(observed.instants.first { $0.stage == .finalPart })
            let remaining = mission.targetDistance - final.body.distance
            #expect(remaining <= mission.finalPart, "lane \(lane)")
            #expect(remaining > mission.finalPart - 15, "lane \(lane)")
        }
        #expect(missions > 8)
    }

    @Test(arguments: [5, 10])
    func `other sample rates give the same kind of run`(hertz: Int64) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        let slow = ObservedRun.few[6]
        let fast = ObservedRun(seed: 6, rate: rate)
        #expect(fast.instants.count == slow.instants.count * Int(hertz))
        let slowEnd = try #require(slow.instants.last).body
        let fastEnd = try #require(fast.instants.last).body
        #expect((fastEnd.distance / slowEnd.distance - 1).magnitude < 0.06)
        #expect((Double(fastEnd.steps) / Double(slowEnd.steps) - 1).magnitude < 0.06)
        #expect((fastEnd.energy / slowEnd.energy - 1).magnitude < 0.06)
        let dutyFactors = fast.instants.compactMap(\.dutyFactor)
        #expect(dutyFactors.allSatisfy { $0 > 0.2 && $0 < 0.49 })
    }

    @Test(arguments: ObservedRun.seeds)
    func `heart rate answers to the run`(seed: UInt64) throws {
        let observed = ObservedRun.few[Int(seed)]
        let standing = observed.instants.filter { $0.stage == .beforeRun }
        let running = observed.instants.filter { $0.stage == .running }
        let start = try #require(standing.last).body.heartRate
        let running95 = running.map(\.body.heartRate).sorted()[running.count * 95 / 100]
        let end = try #require(observed.instants.last).body.heartRate
        #expect((60...155).contains(start), "seed \(seed)")
        #expect(running95 > start + 10, "seed \(seed)")
        #expect(end < running95 - 20, "seed \(seed)")
    }
}
