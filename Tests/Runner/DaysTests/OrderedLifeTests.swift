import CivilTime
import Days
import Simulation
import TestSupport
import Testing
import Vocabulary

/// The other hours of athletes whose habits are ordered.
@Suite struct OrderedLifeTests {
    private static let zone = TimeZoneRules.utc
    private static let first = CivilDate(dayNumber: 20_514)

    private static func fleet(
        _ lanes: Int, _ change: (inout HabitsOrder) -> Void
    ) -> [AthleteDays] {
        var order = HabitsOrder()
        change(&order)
        return (0..<lanes).map {
            AthleteDays(
                seed: 41, lane: LaneID(index: $0), zone: zone, days: DaysOrder(habits: order))
        }
    }

    private static func quantities(_ fleet: [AthleteDays], _ dates: Int) -> [DayQuantities] {
        fleet.flatMap { days in
            (0..<dates).compactMap { days.quantities(on: first.adding(days: $0)) }
        }
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }

    @Test(arguments: [1000, 3000, 8000, 15_000, 25_000])
    func `steps of a usual working day are those that are ordered`(steps: Int) {
        let fleet = Self.fleet(60) {
            ($0.stepsPerDay, $0.runsPerWeek, $0.daysOff, $0.nightsOff) = (steps, 0, 0, 0)
        }
        let days = Self.quantities(fleet, 56).filter { !$0.date.weekday.isWeekend }
        let median = Self.median(days.map { Double($0.quarters.reduce(0) { $0 + $1.steps }) })
        #expect((0.85...1.08).contains(median / Double(steps)), "\(median)")
    }

    @Test(arguments: [-60..<390, -360..<300, 30..<540, 360..<780, 120..<960])
    func `nights begin and end about when it is ordered`(sleep: Range<Int>) throws {
        let fleet = Self.fleet(60) {
            ($0.sleep, $0.nightsOff, $0.daysOff, $0.runsPerWeek) = (sleep, 0, 0, 0)
        }
        var (beds, wakes): ([Double], [Double]) = ([], [])
        for day in Self.quantities(fleet, 56) where !day.date.weekday.isWeekend {
            let night = try #require(day.sleep, "\(day.date)")
            let midnight = try #require(Self.zone.start(of: day.date))
            beds.append((night.start - midnight).seconds / 60)
            wakes.append((night.end - midnight).seconds / 60)
        }
        #expect(
            (Self.median(beds) - Double(sleep.lowerBound)).magnitude < 15, "\(Self.median(beds))")
        #expect(
            (Self.median(wakes) - Double(sleep.upperBound)).magnitude < 15, "\(Self.median(wakes))")
    }

    @Test(arguments: [0, 0.2, 0.5, 1])
    func `the watch is off in the ordered shares of nights and days`(share: Double) {
        let nights = Self.quantities(
            Self.fleet(60) { ($0.nightsOff, $0.daysOff, $0.runsPerWeek) = (share, 0, 0) }, 84)
        let worn = Double(nights.count { $0.sleep != nil }) / Double(nights.count)
        #expect((worn - 1 + share).magnitude < 0.03, "\(worn) of the nights")
        let days = Self.quantities(Self.fleet(60) { $0.daysOff = share }, 84)
        // On some days without it, it is worn for a while, and then has a heart rate at rest.
        let off = Double(days.count { $0.restingHeartRate == nil }) / Double(days.count)
        #expect((off - 0.35 * share).magnitude < 0.03, "\(off) of the days")
    }

    /// Runs at any hour, nights at any hour: an athlete does one thing at a time.
    @Test(arguments: Seeds.of(1...20, few: 3))
    func `nobody sleeps while running, nor in two nights at once`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        var (nights, missing) = (0, 0)
        for _ in 0..<60 {
            var order = HabitsOrder.random(&dice)
            (order.nightsOff, order.daysOff) = (0, 0)
            let days = AthleteDays(
                seed: seed, lane: dice.lane(0...9999), zone: Self.zone,
                days: DaysOrder(habits: order))
            var busy: [Range<FleetInstant>] = []
            for day in 0..<35 {
                let date = Self.first.adding(days: day)
                let quantities = try #require(days.quantities(on: date))
                if let run = days.run(on: date) { busy.append(run.start..<run.end) }
                if let night = quantities.sleep { busy.append(night.bed) } else { missing += 1 }
                if let nap = quantities.nap { busy.append(nap.bed) }
                nights += 1
            }
            busy.sort { $0.lowerBound < $1.lowerBound }
            for (span, next) in zip(busy, busy.dropFirst()) {
                #expect(span.upperBound <= next.lowerBound, "seed \(seed), \(order)")
            }
        }
        #expect(missing * 50 < nights, "\(missing) of \(nights) nights are missing")
    }

    @Test func `nobody walks while running over midnight`() {
        let fleet = Self.fleet(20) {
            ($0.start, $0.minutes, $0.runsPerWeek) = (.between(84_000...84_000), 120...120, 7)
            ($0.nightsOff, $0.daysOff) = (0, 0)
        }
        for day in Self.quantities(fleet, 20) {
            // From 23:20 until 01:25 at least.
            let early = day.quarters.prefix(5).reduce(0) { $0 + $1.steps }
            #expect(early == 0, "\(day.date)")
        }
    }
}
