import CivilTime
import TestSupport
import Testing
import Vocabulary

/// None of these tests needs a zone file of the machine.
@Suite struct TimeZoneRulesTests {
    private static let zones: [TimeZoneRules] = {
        let texts = [
            "UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
            "IST-1GMT0,M10.5.0,M3.5.0/1", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
            "EET-2EEST,M4.5.5/0,M10.5.4/24", "XXX3EDT4,0/0,J365/23",
        ]
        let files = [ZoneBytes.samoa, .twice, .minutePastMidnight]
        return texts.compactMap { try? TimeZoneRules(rule: $0) }
            + files.compactMap { try? TimeZoneRules(name: "file", bytes: $0.bytes) }
    }()

    private func date(_ text: String) throws -> CivilDate {
        try #require(CivilDate(parsing: text), "\(text)")
    }

    /// An instant near a change of the zones above as often as anywhere else.
    private func instant(_ dice: inout SeededGenerator) -> FleetInstant {
        let anywhere = FleetInstant(ticks: Int64(dice.below(360_000_000)) * 3000)
        let change = dice.pick([1_325_239_200, 1_000_000_000, 1_257_042_660, 1_774_746_000])
        let near = FleetInstant(ticks: Int64(change * 50 + dice.number(-8_000_000...8_000_000)))
        return dice.chance(50) ? near : anywhere
    }

    @Test(arguments: Seeds.of(1...20, few: 3))
    func `an instant comes back from its local time, or the first of two does`(seed: UInt64) {
        #expect(Self.zones.count == 10)
        var dice = SeededGenerator(seed: seed)
        for _ in 0..<3000 {
            let rules = dice.pick(Self.zones)
            let second = FleetInstant(ticks: instant(&dice).ticks / 50 * 50)
            let local = rules.local(second)
            let back = rules.instant(of: local.date, second: local.second)
            #expect(back <= second)
            let again = rules.local(back)
            #expect(again.date == local.date)
            #expect(again.second == local.second)
            if back < second {
                #expect(again.offset - local.offset == Int((second - back).seconds))
            }
        }
    }

    @Test(arguments: Seeds.of(1...20, few: 3))
    func `days follow each other without a hole`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let rules = dice.pick(Self.zones)
            let instant = instant(&dice)
            let date = rules.date(at: instant)
            let day = try #require(rules.day(date))
            #expect(day.contains(instant))
            #expect(rules.start(of: date) == day.lowerBound)
            #expect(rules.local(day.lowerBound).date == date)
            #expect(rules.date(at: day.lowerBound) == date)
            let next = rules.date(at: day.upperBound)
            #expect(next > date)
            #expect(rules.day(next)?.lowerBound == day.upperBound)
            #expect(rules.startOrNext(of: date.adding(days: 1)) == day.upperBound)
            let before = rules.local(day.lowerBound - FleetDuration(ticks: 1)).date
            #expect(before != date, "\(date) begins earlier")
        }
    }

    @Test func `days of 23 and 25 hours, and of 23.5 and 24.5`() throws {
        func hours(_ rule: String, _ text: String) throws -> Double {
            let day = try #require(try TimeZoneRules(rule: rule).day(date(text)))
            return (day.upperBound - day.lowerBound).seconds / 3600
        }
        let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"
        #expect(try hours(berlin, "2026-03-29") == 23)
        #expect(try hours(berlin, "2026-10-25") == 25)
        #expect(try hours(berlin, "2026-10-26") == 24)
        let island = "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"
        #expect(try hours(island, "2026-04-05") == 24.5)
        #expect(try hours(island, "2026-10-04") == 23.5)
    }

    @Test
    func `a time that does not exist moves by the gap, of one that is twice the first counts`()
        throws
    {
        let rules = try TimeZoneRules(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
        let gap = rules.local(rules.instant(of: try date("2026-03-29"), second: 9000))
        #expect(gap.second == 12_600)
        #expect(gap.date == (try date("2026-03-29")))
        let first = rules.instant(of: try date("2026-10-25"), second: 9000)
        #expect(rules.local(first).isDaylightSaving)
        #expect(first.ticks == 1_792_888_200 * 50)
    }

    @Test func `a day may begin an hour late`() throws {
        // In Egypt clocks leap from midnight to one o'clock on a Friday in April.
        let rules = try TimeZoneRules(rule: "EET-2EEST,M4.5.5/0,M10.5.4/24")
        let start = try #require(rules.start(of: try date("2026-04-24")))
        #expect(rules.local(start).second == 3600)
        #expect(rules.local(start).date == (try date("2026-04-24")))
    }

    @Test func `Samoa has no 30th of December 2011`() throws {
        let rules = try TimeZoneRules(name: "Samoa", bytes: ZoneBytes.samoa.bytes)
        let skipped = try date("2011-12-30")
        #expect(rules.start(of: skipped) == nil)
        #expect(rules.day(skipped) == nil)
        #expect(rules.startOrNext(of: skipped).ticks == 1_325_239_200 * 50)
        let before = try #require(rules.day(skipped.adding(days: -1)))
        #expect(before.upperBound == rules.startOrNext(of: skipped))
        #expect(before.upperBound - before.lowerBound == .seconds(86_400))
        let moved = rules.local(rules.instant(of: skipped, second: 43_200))
        #expect(moved.date == skipped.adding(days: 1))
        #expect(moved.second == 43_200)
    }

    @Test func `clocks that go back over midnight take no date back`() throws {
        let bytes = ZoneBytes.minutePastMidnight.bytes
        let rules = try TimeZoneRules(name: "St. John's", bytes: bytes)
        let change = FleetInstant(ticks: 1_257_042_660 * 50)
        let last = change - FleetDuration(ticks: 1)
        #expect(rules.local(last).date == (try date("2009-11-01")))
        #expect(rules.local(change).date == (try date("2009-10-31")))
        #expect(rules.date(at: change) == (try date("2009-11-01")))
        let day = try #require(rules.day(try date("2009-11-01")))
        #expect(day.upperBound - day.lowerBound == .seconds(25 * 3600))
    }

    @Test func `the fingerprint is that of the meaning, from 2000 to 2200`() throws {
        // The same rule for all time, and with the transitions of some years written out.
        let slim = try TimeZoneRules(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
        var fat = ZoneBytes(
            version: UInt8(ascii: "4"), kinds: [(3600, 0), (7200, 1), (3600, 0)],
            footer: "\nMEZ-1MESZ,M3.5.0,M10.5.0/3\n")
        for year in 1998...2037 {
            for (month, kind) in [(4, UInt8(1)), (11, 2)] {
                let first = try #require(CivilDate(year: year, month: month, day: 1))
                let sunday = first.adding(days: -1).startOfWeek.adding(days: -1)
                let last = sunday.adding(days: first - sunday > 7 ? 7 : 0)
                fat.transitions.append((Int64(last.dayNumber) * 86_400 + 3600, kind))
            }
        }
        let rules = try TimeZoneRules(name: slim.name, bytes: fat.bytes)
        #expect(rules.fingerprint == slim.fingerprint)
        #expect(slim.fingerprint != TimeZoneRules.utc.fingerprint)
        // One transition less in 2030 makes another zone.
        fat.transitions.remove(at: 64)
        let other = try TimeZoneRules(name: slim.name, bytes: fat.bytes)
        #expect(other.fingerprint != slim.fingerprint)
        #expect(other != slim)
    }

    @Test func `fingerprints are kept in identities and never change`() throws {
        #expect(TimeZoneRules.utc.fingerprint == 12_161_962_213_042_174_405)
        let berlin = try TimeZoneRules(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
        #expect(berlin.fingerprint == 9_806_488_929_577_656_462)
    }

    @Test func `the bytes that are kept give the same rules`() throws {
        for rules in Self.zones + [.utc] {
            #expect(try TimeZoneRules(name: rules.name, bytes: rules.bytes) == rules)
        }
    }
}
