import CivilTime
import Days
import Simulation
import TestSupport
import Testing
import Vocabulary

/// Days in zones that do unusual things.
@Suite struct ZoneDaysTests {
    /// A zone file of version 2 in which clocks leap from -10 h to +14 h on 2011-12-30, as in
    /// Samoa.
    private static let samoa: TimeZoneRules? = {
        func number(_ value: Int64, _ bytes: Int) -> [UInt8] {
            (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func block(_ timeBytes: Int) -> [UInt8] {
            let counts: [Int64] = [0, 0, 0, 1, 2, 1]
            return Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
                + counts.flatMap { number($0, 4) } + number(1_325_239_200, timeBytes) + [1]
                + number(-36_000, 4) + [0, 0] + number(50_400, 4) + [0, 0] + [0]
        }
        let bytes = block(4) + block(8) + Array("\n<+14>-14\n".utf8)
        return try? TimeZoneRules(name: "Samoa", bytes: bytes)
    }()

    @Test func `a date that the zone skips has neither run nor book, and its neighbours have`()
        throws
    {
        let zone = try #require(Self.samoa)
        let skipped = try #require(CivilDate(parsing: "2011-12-30"))
        var (runsAround, entriesAround) = (0, 0)
        for lane: LaneID in 0..<60 {
            let days = AthleteDays(seed: 2, lane: lane, zone: zone)
            #expect(days.run(on: skipped) == nil)
            #expect(days.quantities(on: skipped) == nil)
            #expect(days.entries(on: skipped) == [])
            for date in [skipped.adding(days: -1), skipped.adding(days: 1)] {
                #expect(days.quantities(on: date)?.quarters.count == 96)
                entriesAround += days.entries(on: date).count
                guard let run = days.run(on: date) else { continue }
                runsAround += 1
                #expect(zone.day(date)?.contains(run.start) == true)
                if let next = days.nextRun(after: run.start) { #expect(run.end <= next.start) }
            }
        }
        #expect(runsAround > 20)
    }

    @Test func `a start in the hour that does not exist moves by the hour`() throws {
        // Clocks leap from half past six to half past seven on the 10th of April.
        let zone = try TimeZoneRules(rule: "AAA0BBB,J100/6:30,J300")
        let date = try #require(CivilDate(parsing: "2026-04-10"))
        var moved = 0
        for lane: LaneID in 0..<600 {
            let days = AthleteDays(seed: 2, lane: lane, zone: zone)
            guard let run = days.run(on: date), (23_400..<27_000).contains(run.second) else {
                continue
            }
            moved += 1
            #expect(zone.local(run.start).second == run.second + 3600)
            #expect(zone.date(at: run.start) == date)
        }
        #expect(moved > 10)
    }

    @Test func `a run on the clock of the wall is the same in every zone`() {
        let zones = [TimeZoneRules.utc] + BookTests.zones
        for day in 20_510..<20_560 {
            let date = CivilDate(dayNumber: day)
            let runs = zones.map { AthleteDays(seed: 2, lane: 9, zone: $0).run(on: date) }
            for run in runs {
                #expect(run?.second == runs[0]?.second)
                #expect(run?.plan == runs[0]?.plan)
                #expect(run?.duration == runs[0]?.duration)
            }
        }
    }

    /// Zones that no one has, from damaged files that can still be read.
    @Test(arguments: Seeds.of(1...40, few: 3))
    func `any zone that can be read has days and entries in order`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let files = [try #require(Self.samoa).bytes] + BookTests.zones.map(\.bytes)
        var read = 0
        for _ in 0..<200 {
            var bytes = dice.pick(files)
            for _ in 0..<dice.number(1...3) {
                bytes[dice.below(bytes.count)] = UInt8(dice.below(256))
            }
            guard let zone = try? TimeZoneRules(name: "X", bytes: bytes) else { continue }
            read += 1
            let days = AthleteDays(seed: seed, lane: LaneID(index: dice.below(1000)), zone: zone)
            let begin = dice.pick([15_335, 20_540, 20_752, dice.number(11_000...80_000)])
            var last: FleetInstant?
            for day in begin..<begin + 4 {
                let date = CivilDate(dayNumber: day)
                let day = zone.day(date)
                for entry in days.entries(on: date) {
                    #expect(day?.contains(entry.instant) == true)
                    if let last { #expect(last < entry.instant) }
                    last = entry.instant
                }
                if let run = days.run(on: date), let next = days.nextRun(after: run.start) {
                    #expect(run.start < next.start)
                }
            }
        }
        #expect(read > 20)
    }

    /// A hash of two weeks of four athletes.
    private static func fingerprint() -> UInt64 {
        var hash = StableHash()
        for lane: LaneID in [0, 1, 50_000, 99_999] {
            let days = AthleteDays(seed: 2026, lane: lane, zone: BookTests.zones[1])
            for day in 20_535..<20_549 {
                let date = CivilDate(dayNumber: day)
                var numbers = days.entries(on: date).flatMap { [$0.instant.ticks, $0.value] }
                if let run = days.run(on: date) {
                    numbers += [run.start.ticks, run.duration.ticks, run.plan.plannedRun.ticks]
                }
                for number in numbers {
                    for shift in stride(from: 0, to: 64, by: 8) {
                        hash.update(UInt8(truncatingIfNeeded: number >> shift))
                    }
                }
            }
        }
        return hash.value
    }

    @Test func `the days of a model version never change`() {
        // Whoever changes days on purpose raises the version and enters its fingerprint.
        let fingerprints: [Int: UInt64] = [
            1: 2_112_711_455_699_704_704, 2: 15_382_872_523_590_693_515,
            3: 354_756_445_816_996_304,
        ]
        #expect(fingerprints[DaysModelVersion.current] == Self.fingerprint())
    }
}
