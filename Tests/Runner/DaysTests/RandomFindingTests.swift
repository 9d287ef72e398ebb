import CivilTime
import Days
import Simulation
import TestSupport
import Testing
import Vocabulary

/// Lists of findings of any kinds: the days hold together.
@Suite struct RandomFindingTests {
    private static func athlete(
        _ seed: UInt64, _ dice: inout SeededGenerator, about day: Int
    ) -> AthleteDays {
        var habits = dice.chance(50) ? HabitsOrder.random(&dice) : HabitsOrder()
        (habits.nightsOff, habits.daysOff) = (0, 0)
        return AthleteDays(
            seed: seed, lane: dice.lane(0...9999), zone: .utc,
            days: DaysOrder(habits: habits, findings: .random(&dice, about: day)))
    }

    @Test(arguments: Seeds.of(1...20, few: 2))
    func `nobody sleeps while running, nor runs twice at once`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        for number in 0..<200 {
            let day = dice.pick([10_980, 20_600, dice.number(11_200...83_500)])
            let days = Self.athlete(seed, &dice, about: day)
            var busy: [Range<FleetInstant>] = []
            for date in (0..<21).map({ CivilDate(dayNumber: day + $0) }) {
                let quantities = try #require(days.quantities(on: date))
                if let run = days.run(on: date) { busy.append(run.start..<run.end) }
                if let night = quantities.sleep { busy.append(night.bed) }
                if let nap = quantities.nap { busy.append(nap.bed) }
            }
            busy.sort { $0.lowerBound < $1.lowerBound }
            for (span, next) in zip(busy, busy.dropFirst()) {
                #expect(span.upperBound <= next.lowerBound, "seed \(seed), athlete \(number)")
            }
        }
    }

    @Test(arguments: Seeds.of(1...20, few: 2))
    func `entries are in order and possible, and the next ones are found`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        for number in 0..<100 {
            let day = dice.number(11_200...83_500)
            let days = Self.athlete(seed, &dice, about: day)
            var entries: [DayEntry] = []
            for date in (0..<9).map({ CivilDate(dayNumber: day + $0) }) {
                entries += days.entries(on: date)
                let rates = days.heartRates(on: date).map(\.value)
                #expect(rates.allSatisfy { DayMetric.heartRate.row.limits.contains($0) })
            }
            for (entry, next) in zip(entries, entries.dropFirst()) {
                #expect(entry.instant < next.instant, "seed \(seed), athlete \(number)")
            }
            for entry in entries {
                let limits = entry.metric.row.limits
                let scale = Decimal64.powerOfTen(entry.metric.decimals)
                #expect(entry.value > 0 && entry.value <= limits.upperBound * scale)
            }
            for index in entries.indices.dropFirst().filter({ $0 % 50 == 1 }) {
                #expect(days.nextEntry(after: entries[index - 1].instant) == entries[index])
            }
        }
    }

    @Test(arguments: Seeds.of(1...20, few: 2))
    func `the next run is the first one of the dates to come`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        for number in 0..<100 {
            let day = dice.number(11_200...83_500)
            let days = Self.athlete(seed, &dice, about: day)
            let instant = TimeZoneRules.utc.startOrNext(of: CivilDate(dayNumber: day))
            let next = days.nextRun(after: instant)
            let runs = (-1..<600).lazy.compactMap { days.run(on: CivilDate(dayNumber: day + $0)) }
            let first = runs.first { $0.start > instant }
            if let first { #expect(next == first, "seed \(seed), athlete \(number)") }
            guard let next, let other = days.nextRun(after: next.start) else { continue }
            #expect(next.end <= other.start && other.date > next.date)
        }
    }

    /// Eleven years without a watch, ten of them away.
    @Test func `years without runs and entries end`() throws {
        let first = FindingFleet.first
        let unworn = (0..<11).map { number in
            let day = first.adding(days: 366 * number)
            return Finding(.notWorn, day...day.adding(days: 365))
        }
        let away = (0..<32).map { number in
            let day = first.adding(days: 120 * number)
            return Finding(.away, day...day.adding(days: 119))
        }
        let findings = unworn + away
        #expect(findings.problems.isEmpty)
        for lane in 0..<20 {
            let days = FindingFleet.days(lane, findings)
            let instant = TimeZoneRules.utc.startOrNext(of: first.adding(days: 3))
            let run = try #require(days.nextRun(after: instant))
            #expect((0..<150).contains(run.date - unworn[10].dates.upperBound - 1))
            let entry = try #require(days.nextEntry(after: instant))
            #expect(entry.metric == .bodyMass)
            let date = TimeZoneRules.utc.date(at: entry.instant)
            #expect((1..<40).contains(date - away[31].dates.upperBound))
            let rate = try #require(days.nextHeartRate(after: instant))
            let read = TimeZoneRules.utc.date(at: rate.start)
            #expect(read == unworn[10].dates.upperBound.adding(days: 1))
            #expect(days.heartRates(on: read).first { $0.instant > instant } == rate)
        }
    }
}
