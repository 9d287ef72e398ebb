import CivilTime
import Days
import Simulation
import TestSupport
import Testing
import Vocabulary

/// Orders of habits that cannot be, and those that can.
@Suite struct HabitsProblemTests {
    private static func problems(_ change: (inout HabitsOrder) -> Void) -> [HabitsProblem] {
        var order = HabitsOrder()
        change(&order)
        return order.problems
    }

    private static let numbers = [
        Int.min, Int.min + 1, -86_400, -361, -360, -1, 0, 1, 7, 8, 9, 10, 240, 241, 360, 361, 499,
        500, 40_000, 40_001, 86_399, 86_400, Int.max - 1, .max,
    ]

    @Test func `numbers of runs and steps have their borders`() {
        for number in Self.numbers {
            let runs: [HabitsProblem] = (0...7).contains(number) ? [] : [.runsPerWeek(number)]
            #expect(Self.problems { $0.runsPerWeek = number } == runs)
            let steps: [HabitsProblem] =
                (500...40_000).contains(number) ? [] : [.stepsPerDay(number)]
            #expect(Self.problems { $0.stepsPerDay = number } == steps)
        }
    }

    @Test func `minutes, starts and nights have their borders, however far they are`() {
        for low in Self.numbers {
            for high in Self.numbers where low <= high {
                let isPossible = low >= 10 && high <= 240
                let minutes: [HabitsProblem] = isPossible ? [] : [.minutes(low...high)]
                #expect(Self.problems { $0.minutes = low...high } == minutes)
                let times = [low, high].filter { !(0...86_399).contains($0) }
                let starts = Self.problems { $0.start = .between(low...high) }
                if !times.isEmpty { #expect(starts == times.map { .notTime(second: $0) }) }
                let nights = Self.problems { $0.sleep = low..<high }
                let isNight =
                    (-360...360).contains(low) && high >= 120 && high <= low.addingMany(840)
                    && high >= low.addingMany(180)
                #expect(nights.isEmpty == isNight, "\(low) to \(high)")
            }
        }
    }

    @Test func `shares are numbers, and plans add up to something`() {
        let wrong = [-.infinity, -1, -.leastNonzeroMagnitude, 1.000001, .infinity]
        for share in [0, -0.0, .leastNonzeroMagnitude, 0.5, 1] {
            #expect(Self.problems { ($0.nightsOff, $0.daysOff) = (share, share) } == [])
        }
        for share in wrong {
            #expect(Self.problems { $0.nightsOff = share } == [.nightsOff(share)])
            #expect(Self.problems { $0.daysOff = share } == [.daysOff(share)])
        }
        #expect(Self.problems { ($0.nightsOff, $0.daysOff) = (.nan, .nan) }.count == 2)
        for share in [-.infinity, -1, .infinity, .nan, .signalingNaN] as [Double] {
            let problems = Self.problems { $0.plans = [.easy: 1, .tempo: share] }
            #expect(problems.map(\.field) == [.plans])
        }
        let most = Double.greatestFiniteMagnitude
        #expect(Self.problems { $0.plans = [:] } == [.noPlans])
        #expect(Self.problems { $0.plans = [.easy: 0, .long: 0] } == [.noPlans])
        #expect(Self.problems { $0.plans = [.easy: most, .long: most] } == [.noPlans])
        #expect(Self.problems { $0.plans = [.easy: most] } == [])
    }

    @Test func `what contradicts itself is a problem`() {
        #expect(
            Self.problems { ($0.runsPerWeek, $0.longRun) = (0, .on(.monday)) }
                == [.longRunWithoutRuns])
        #expect(
            Self.problems { ($0.runsPerWeek, $0.longRun) = (0, HabitsOrder.LongRun.none) } == [])
        #expect(
            Self.problems { ($0.plans, $0.longRun) = ([.long: 1], HabitsOrder.LongRun.none) }
                == [.longPlansWithoutLongRun])
        let whole = 0...86_399
        #expect(
            Self.problems { $0.start = .between(whole) } == [.runsMeet(start: whole, minutes: 100)])
        #expect(Self.problems { ($0.start, $0.minutes) = (.between(0...75_000), 10...100) } == [])
        #expect(
            Self.problems { ($0.start, $0.minutes) = (.between(0...75_901), 10...100) }
                == [.runsMeet(start: 0...75_901, minutes: 100)])
        #expect(
            Self.problems { ($0.start, $0.minutes) = (.between(86_399...86_399), 10...240) } == [])
    }

    @Test func `every problem says what is wrong with which numbers, and what would fit`() {
        let problems: [HabitsProblem] = [
            .runsPerWeek(.min), .notTime(second: .max),
            .runsMeet(start: 3600...86_399, minutes: 77),
            .minutes(-3...12), .longRunWithoutRuns, .notShare(.tempo, .nan), .noPlans,
            .longPlansWithoutLongRun, .stepsPerDay(-8), .bed(minute: 999), .night(0..<5),
            .wake(minute: 30), .nightsOff(.infinity), .daysOff(1.5),
        ]
        #expect(Set(problems.map(\.field)) == Set(HabitsProblem.Field.allCases))
        for problem in problems {
            #expect(!problem.reason.isEmpty && !problem.suggestion.isEmpty)
            #expect(problem.reason.utf8.count < 160 && problem.suggestion.utf8.count < 160)
        }
        #expect(problems[2].reason.contains("23:59:59") && problems[2].reason.contains("01:00:00"))
        #expect(problems[3].reason == "runs cannot last -3 to 12 minutes")
        #expect(problems[3].suggestion == "give whole minutes from 10 to 240")
    }

    /// Any order without problems gives days on any date, and they hold together.
    @Test(arguments: Seeds.of(1...20, few: 2))
    func `days of any order without problems never trap and keep their order`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        for number in 0..<250 {
            let order = HabitsOrder.random(&dice)
            let zone = dice.pick(BookTests.zones)
            let days = AthleteDays(
                seed: seed, lane: dice.lane(0...99_999), zone: zone, days: DaysOrder(habits: order))
            let begin = dice.pick(OrderedDates.all)
            var last: FleetInstant?
            for date in (0..<8).map({ begin.adding(days: $0) }) {
                let span = try #require(zone.day(date))
                for entry in days.entries(on: date) {
                    #expect(span.contains(entry.instant))
                    if let last { #expect(last < entry.instant) }
                    last = entry.instant
                    let limits = entry.metric.row.limits
                    let scale = Decimal64.powerOfTen(entry.metric.decimals)
                    #expect(entry.value > 0 && entry.value <= limits.upperBound * scale)
                }
                #expect(days.heartRates(on: date).allSatisfy { (25...230).contains($0.value) })
                guard let run = days.run(on: date) else { continue }
                #expect(span.contains(run.start) && run.duration <= .seconds(12 * 3600))
                if let next = days.nextRun(after: run.start) {
                    #expect(run.end <= next.start, "seed \(seed), order \(number), \(date)")
                }
            }
        }
    }
}

extension Int {
    /// The sum, or the nearest number to it.
    fileprivate func addingMany(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
