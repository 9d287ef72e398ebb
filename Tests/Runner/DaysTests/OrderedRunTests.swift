import CivilTime
import Days
import Simulation
import TestSupport
import Testing
import Vocabulary

/// Runs of athletes whose training is ordered.
@Suite struct OrderedRunTests {
    private static func isHard(_ run: DayRun) -> Bool {
        ![.easy, .mission, .long].contains(run.plan.kind)
    }

    @Test func `an order of nothing changes nothing`() {
        for lane in 0..<40 {
            let (drawn, ordered) = (
                OrderedFleet.days(lane, nil), OrderedFleet.days(lane, HabitsOrder())
            )
            #expect(drawn.habits == ordered.habits)
            for date in OrderedDates.all.prefix(60) {
                #expect(drawn.run(on: date) == ordered.run(on: date))
                #expect(drawn.entries(on: date) == ordered.entries(on: date))
            }
        }
    }

    @Test func `what is not ordered stays as it is drawn`() {
        for lane in 0..<40 {
            let drawn = OrderedFleet.days(lane, nil)
            let awake = OrderedFleet.days(lane, OrderedFleet.order { $0.stepsPerDay = 4000 })
            let early = OrderedFleet.days(
                lane, OrderedFleet.order { $0.start = .between(21_600...25_200) })
            for date in OrderedDates.all {
                let run = drawn.run(on: date)
                #expect(awake.run(on: date) == run)
                #expect(early.run(on: date)?.plan == run?.plan)
            }
        }
    }

    @Test(arguments: 0...7)
    func `every week has the ordered number of runs`(count: Int) {
        let order = OrderedFleet.order { $0.runsPerWeek = count }
        for lane in 0..<100 {
            let days = OrderedFleet.days(lane, order)
            #expect(days.habits.training.runsPerWeek == count)
            for monday in OrderedDates.mondays {
                for week in 0..<26 {
                    let dates = (0..<7).map { monday.adding(days: 7 * week + $0) }
                    let runs = dates.compactMap { days.run(on: $0) }
                    #expect(runs.count == count, "lane \(lane), \(dates[0])")
                    #expect(dates.allSatisfy { days.state(on: $0) == .well })
                }
            }
        }
    }

    @Test func `who is ordered never to run has no next run, and days like others`() {
        let order = OrderedFleet.order { $0.runsPerWeek = 0 }
        for lane in 0..<50 {
            let days = OrderedFleet.days(lane, order)
            for date in OrderedDates.all.prefix(30) {
                #expect(days.nextRun(after: OrderedFleet.berlin.startOrNext(of: date)) == nil)
                let rate = days.quantities(on: date)?.restingHeartRate?.value
                #expect(rate.map { (33...115).contains($0) } ?? true)
                #expect(days.nextEntry(after: OrderedFleet.berlin.startOrNext(of: date)) != nil)
            }
        }
    }

    @Test(arguments: 1...7)
    func `hard and long runs do not follow each other while kinds are drawn`(count: Int) {
        let longRuns: [HabitsOrder.LongRun?] =
            [nil, HabitsOrder.LongRun.none] + Weekday.allCases.map { HabitsOrder.LongRun.on($0) }
        for longRun in longRuns {
            let order = OrderedFleet.order { ($0.runsPerWeek, $0.longRun) = (count, longRun) }
            var hard = 0
            for lane in 0..<20 {
                let days = OrderedFleet.days(lane, order)
                let runs = (0..<280).map { days.run(on: OrderedDates.mondays[3].adding(days: $0)) }
                for case (let run?, let next?) in zip(runs, runs.dropFirst()) {
                    let isDemanding = [run, next].map { Self.isHard($0) || $0.plan.kind == .long }
                    #expect(isDemanding != [true, true], "lane \(lane), \(run.date)")
                }
                hard += runs.count { $0.map(Self.isHard) ?? false }
            }
            #expect(count < 5 || hard > 500, "\(hard) with \(String(describing: longRun))")
        }
    }

    @Test(arguments: Weekday.allCases)
    func `the long run is on the ordered day, in each week`(weekday: Weekday) {
        for count in 1...7 {
            let order = OrderedFleet.order { ($0.runsPerWeek, $0.longRun) = (count, .on(weekday)) }
            let runs = OrderedFleet.runs(0..<20, order)
            let long = runs.filter { $0.plan.kind == .long }
            #expect(long.allSatisfy { $0.date.weekday == weekday })
            #expect(long.count == 20 * OrderedDates.all.count / 7)
        }
    }

    @Test func `without a long run there is none, and otherwise it lies at the weekend`() {
        let none = OrderedFleet.order {
            ($0.runsPerWeek, $0.longRun) = (5, HabitsOrder.LongRun.none)
        }
        #expect(OrderedFleet.runs(0..<40, none).allSatisfy { $0.plan.kind != .long })
        let drawn = OrderedFleet.order { $0.runsPerWeek = 7 }
        let long = OrderedFleet.runs(0..<40, drawn).filter { $0.plan.kind == .long }
        #expect(long.allSatisfy { $0.date.weekday.isWeekend })
        #expect(long.count == 40 * OrderedDates.all.count / 7)
    }

    @Test func `the athlete who is ordered has the days, and runs`() throws {
        var order = AthleteOrder()
        (order.age, order.mass) = (33, 71)
        for lane: LaneID in 0..<20 {
            let days = AthleteDays(
                seed: 12, lane: lane, zone: OrderedFleet.berlin, as: order,
                days: DaysOrder(habits: OrderedFleet.order { $0.runsPerWeek = 7 }))
            #expect(days.athlete == Athlete.drawn(seed: 12, lane: lane, as: order))
            let run = try #require(days.run(on: OrderedDates.all[lane.index]))
            #expect(run.simulated(seed: 12, lane: lane, rate: .oneHertz).plan == run.plan)
        }
    }

    @Test func `shares of plans are those of the runs, and others are not run`() {
        let order = OrderedFleet.order {
            ($0.runsPerWeek, $0.plans) = (5, [.easy: 2, .intervals: 1, .mission: 1, .long: 0])
        }
        let runs = OrderedFleet.runs(0..<60, order)
        func share(_ kind: PlanKind) -> Double {
            Double(runs.count { $0.plan.kind == kind }) / Double(runs.count)
        }
        #expect((0.47...0.53).contains(share(.easy)))
        #expect((0.22...0.28).contains(share(.intervals)))
        #expect((0.22...0.28).contains(share(.mission)))
    }

    @Test(arguments: PlanKind.allCases)
    func `a single kind is all that is run, with a long run beside it if that has a day`(
        kind: PlanKind
    ) {
        let alone = OrderedFleet.order { ($0.runsPerWeek, $0.plans) = (6, [kind: 0.1]) }
        #expect(OrderedFleet.runs(0..<30, alone).allSatisfy { $0.plan.kind == kind })
        let beside = OrderedFleet.order {
            ($0.runsPerWeek, $0.plans, $0.longRun) = (6, [kind: 0.1], .on(.friday))
        }
        for run in OrderedFleet.runs(0..<30, beside) {
            #expect(run.plan.kind == (run.date.weekday == .friday ? .long : kind))
        }
    }
}
