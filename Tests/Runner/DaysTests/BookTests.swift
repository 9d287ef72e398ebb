import CivilTime
import Days
import TestSupport
import Testing
import Vocabulary

/// The entries of days, in zones with all that zones do.
@Suite struct BookTests {
    /// Days of 23 and 25 hours, of 23.5 and 24.5, without midnight, and clocks that go back over
    /// it.
    static let zones: [TimeZoneRules] = [
        "UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
        "EET-2EEST,M4.5.5/0,M10.5.4/24", "NST3:30NDT,M3.2.0/0:01,M11.1.0/0:01",
    ].compactMap { try? TimeZoneRules(rule: $0) }

    /// A stretch of days around the changes of clocks of 2026.
    private static func dates(_ dice: inout SeededGenerator) -> [CivilDate] {
        let begin = dice.pick([20_540, 20_545, 20_750, 20_755, 20_600, 20_570])
        return (0..<9).map { CivilDate(dayNumber: begin + $0) }
    }

    @Test(arguments: Seeds.of(1...40, few: 3))
    func `entries lie in their day, each at an instant of its own`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        #expect(Self.zones.count == 5)
        for zone in Self.zones {
            let days = AthleteDays(seed: seed, lane: LaneID(index: dice.below(100_000)), zone: zone)
            for date in Self.dates(&dice) {
                let day = try #require(zone.day(date))
                let entries = days.entries(on: date)
                #expect(entries.allSatisfy { day.contains($0.instant) })
                for (entry, next) in zip(entries, entries.dropFirst()) {
                    #expect(entry.instant < next.instant)
                }
                for entry in entries {
                    #expect(entry.start <= entry.end)
                    #expect(entry.end <= entry.instant)
                    let scale = Decimal64.powerOfTen(entry.metric.decimals)
                    let limits = entry.metric.row.limits
                    #expect(entry.value >= limits.lowerBound * scale)
                    #expect(entry.value <= limits.upperBound * scale)
                    #expect(entry.value > 0)
                }
            }
        }
    }

    /// Everything that is measured becomes known exactly once, however long the days are.
    @Test(arguments: Seeds.of(1...40, few: 3))
    func `the books of some days hold what was measured on them, once`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        for zone in Self.zones {
            let days = AthleteDays(seed: seed, lane: LaneID(index: dice.below(100_000)), zone: zone)
            let dates = Self.dates(&dice)
            let entries = dates.flatMap { days.entries(on: $0) }
            let inner = dates.dropFirst().dropLast().compactMap { days.quantities(on: $0) }
            for quantities in inner {
                for quarter in quantities.quarters {
                    let known = entries.filter {
                        $0.start == quarter.start && $0.end == quarter.end
                            && DayMetricSet([.steps, .distance, .energy]).contains($0.metric)
                    }
                    let values = [quarter.steps, quarter.distance, quarter.energy]
                    #expect(known.map(\.value) == (quarter.steps > 0 ? values : []))
                    #expect(
                        known.map(\.metric)
                            == (quarter.steps > 0 ? [.steps, .distance, .energy] : []))
                }
                let asleep = entries.filter {
                    $0.metric == .sleep
                        && quantities.sleep?.segments.contains($0.start..<$0.end)
                            ?? false
                }
                #expect(asleep.reduce(0) { $0 + $1.value } == quantities.sleep?.minutesAsleep ?? 0)
                for sleep in [quantities.sleep, quantities.nap].compactMap(\.self) {
                    let known = entries.filter {
                        DayMetric.stages.contains($0.metric) && sleep.bed.lowerBound <= $0.start
                            && $0.end <= sleep.bed.upperBound
                    }
                    #expect(known.count == sleep.stages.count + 1)
                    let inBed = known.filter { $0.metric == .timeInBed }.map(\.value)
                    #expect(inBed.count == 1)
                    let others = known.filter { $0.metric != .timeInBed }
                    #expect(others.reduce(0) { $0 + $1.value } == inBed[0])
                }
            }
            let readings = entries.filter { $0.metric == .bodyMass }.map(\.value)
            let measured = dates.compactMap { days.quantities(on: $0)?.bodyMass?.value }
            #expect(readings == measured)
        }
    }

    @Test func `the sum of a date's sleep is the night that ends on it, and a nap`() throws {
        let zone = Self.zones[1]
        for lane: LaneID in 0..<30 {
            let days = AthleteDays(seed: 4, lane: lane, zone: zone)
            for day in 20_510..<20_560 {
                let date = CivilDate(dayNumber: day)
                let span = try #require(zone.day(date))
                let sum = days.entries(on: date).filter {
                    $0.metric == .sleep && span.contains($0.end - FleetDuration(ticks: 1))
                }.reduce(0) { $0 + $1.value }
                let quantities = try #require(days.quantities(on: date))
                let parts = [quantities.sleep, quantities.nap].compactMap { $0?.minutesAsleep }
                #expect(sum == parts.reduce(0, +))
            }
        }
    }

    @Test(arguments: [("2026-03-29", 92), ("2026-10-25", 100), ("2026-10-26", 96)])
    func `a day has as many quarters as it has`(text: String, count: Int) throws {
        let date = try #require(CivilDate(parsing: text))
        let days = AthleteDays(seed: 1, lane: 0, zone: Self.zones[1])
        #expect(try #require(days.quantities(on: date)).quarters.count == count)
    }

    @Test func `the next entry is the next`() {
        for zone in Self.zones {
            let days = AthleteDays(seed: 8, lane: 21, zone: zone)
            let entries = (20_540..<20_544).flatMap { days.entries(on: CivilDate(dayNumber: $0)) }
            for (entry, next) in zip(entries, entries.dropFirst()) {
                #expect(days.nextEntry(after: entry.instant) == next)
            }
        }
    }

    @Test func `delays are spread over a minute`() {
        let delays = (0..<1000).map {
            AthleteDays(seed: 1, lane: $0, zone: .utc).entryDelay.ticks
        }
        #expect(delays.allSatisfy { (1...2990).contains($0) })
        #expect(Set(delays).count > 990)
        for tenth in 0..<10 {
            let range = Int64(tenth) * 299..<Int64(tenth + 1) * 299
            #expect((90...110).contains(delays.count { range.contains($0 - 1) }))
        }
    }
}
