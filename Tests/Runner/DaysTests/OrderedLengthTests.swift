import CivilTime
import Days
import Simulation
import TestSupport
import Testing
import Vocabulary

/// How long runs are whose minutes are ordered.
@Suite struct OrderedLengthTests {
    private static let zone = BookTests.zones[1]

    /// Every plan of the ordered lengths, of athletes of all kinds.
    @Test(arguments: Seeds.of(1...40, few: 4))
    func `every run lasts within the ordered minutes, whatever its kind`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        var kinds: Set<PlanKind> = []
        var runs = 0
        for lane in 0..<100 {
            let first = dice.number(10...240)
            var order = HabitsOrder()
            order.minutes = first...min(240, first + dice.pick([0, 1, 5, 30, 60, 230]))
            order.runsPerWeek = dice.number(3...7)
            if dice.chance(50) { order.plans = [dice.pick(PlanKind.allCases): 1] }
            let days = AthleteDays(
                seed: seed, lane: LaneID(index: lane), zone: Self.zone,
                days: DaysOrder(habits: order))
            let monday = dice.pick(OrderedDates.mondays)
            for day in 0..<56 {
                guard let run = days.run(on: monday.adding(days: day)) else { continue }
                (runs, kinds) = (runs + 1, kinds.union([run.plan.kind]))
                let minutes = try #require(order.minutes)
                let (least, most) = (minutes.lowerBound * 60, minutes.upperBound * 60)
                let planned = Int(run.plan.plannedRun.seconds)
                #expect((least...most).contains(planned), "seed \(seed), lane \(lane)")
                let longest = Int(run.plan.longestRun.seconds)
                #expect((planned...most).contains(longest), "seed \(seed), lane \(lane)")
                #expect(run.plan.segments.allSatisfy { $0.duration > .zero })
                #expect(run.plan.segments.allSatisfy { (0.2...1.3).contains($0.startIntensity) })
                #expect(Int(run.duration.seconds) <= most + 361)
            }
        }
        #expect(runs > 2500)
        #expect(kinds == Set(PlanKind.allCases))
    }

    @Test func `long runs take the upper third of the minutes, and others the lower half`() {
        var order = HabitsOrder()
        (order.runsPerWeek, order.minutes, order.longRun) = (6, 40...150, .on(.sunday))
        order.plans = [.easy: 1, .tempo: 1]
        var (long, others): ([Int], [Int]) = ([], [])
        for lane in 0..<100 {
            let days = AthleteDays(
                seed: 4, lane: LaneID(index: lane), zone: Self.zone, days: DaysOrder(habits: order))
            for date in OrderedDates.all {
                guard let run = days.run(on: date) else { continue }
                let minutes = Int(run.plan.plannedRun.seconds) / 60
                if run.plan.kind == .long { long.append(minutes) } else { others.append(minutes) }
            }
        }
        #expect(Set(long) == Set(114...150))
        #expect(Set(others) == Set(40...95))
    }

    @Test func `a mission is of whole kilometres where some fit, and within the minutes`() {
        var (whole, all) = (0, 0)
        for lane in 0..<300 {
            let athlete = Athlete.drawn(seed: 9, lane: LaneID(index: lane))
            for (low, high) in [(30, 60), (30, 30), (10, 240), (100, 140), (10, 12)]
                as [(Int64, Int64)]
            {
                let plan = RunPlan.ofDay(
                    seed: 9, lane: LaneID(index: lane), day: 20_000, athlete: athlete,
                    kind: .mission, lasting: (low + high) * 30, within: low * 60...high * 60)
                guard let mission = plan.mission else {
                    Issue.record("lane \(lane) has no mission")
                    continue
                }
                #expect((low * 60...high * 60).contains(Int64(plan.plannedRun.seconds)))
                #expect(Int64(plan.longestRun.seconds) <= high * 60)
                #expect(mission.targetDistance.truncatingRemainder(dividingBy: 100) == 0)
                #expect((600.0...14_400).contains(mission.targetDistance / mission.targetSpeed))
                guard high > low * 5 / 4 else { continue }
                all += 1
                if mission.targetDistance.truncatingRemainder(dividingBy: 1000) == 0 { whole += 1 }
            }
        }
        #expect(whole == all, "\(whole) of \(all)")
    }

    @Test(arguments: PlanKind.allCases.filter { $0 != .mission })
    func `a plan that is told its length has it to the second`(kind: PlanKind) {
        for lane in 0..<200 {
            let athlete = Athlete.drawn(seed: 3, lane: LaneID(index: lane))
            for minutes: Int64 in [10, 11, 15, 20, 30, 47, 60, 90, 240] {
                let plan = RunPlan.ofDay(
                    seed: 3, lane: LaneID(index: lane), day: lane, athlete: athlete, kind: kind,
                    lasting: minutes * 60, within: 600...14_400)
                #expect(plan.kind == kind)
                #expect(plan.longestRun == .seconds(minutes * 60))
                #expect(plan.segments.allSatisfy { $0.duration > .zero })
                let work = plan.segments.filter { $0.part == .work }
                #expect(
                    ![.intervals, .repetitions, .fartlek, .tempo].contains(kind) || !work.isEmpty)
            }
        }
    }

    @Test func `the athlete sets off and stands still as planned`() {
        var order = HabitsOrder()
        (order.runsPerWeek, order.minutes, order.longRun) = (7, 20...24, HabitsOrder.LongRun.none)
        for lane in 0..<12 {
            let lane = LaneID(index: lane)
            let days = AthleteDays(
                seed: 8, lane: lane, zone: Self.zone, days: DaysOrder(habits: order))
            guard let run = days.run(on: OrderedDates.all[lane.index]) else {
                Issue.record("lane \(lane) does not run")
                continue
            }
            // A perfect device does not pause, and has a sample of each second.
            var simulated = run.simulated(
                seed: 8, lane: lane, rate: .oneHertz, equipment: Equipment(device: .perfect))
            var moving = 0
            while simulated.nextOffset != nil {
                if ![.beforeRun, .afterRun].contains(simulated.next().stage) { moving += 1 }
            }
            let most = Int(run.plan.longestRun.seconds)
            #expect(moving <= most, "lane \(lane)")
            #expect(Double(moving) >= 0.93 * run.plan.plannedRun.seconds, "lane \(lane)")
            #expect((1200...1440).contains(moving), "lane \(lane): \(moving)")
        }
    }
}
