import CivilTime
import Testing
import Vocabulary

/// None of these tests needs a zone file of the machine.
@Suite struct DaylightRuleTests {
    /// Rules of real zones, and what Python's `zoneinfo` says of 2026: seconds since 1970 of two
    /// changes, each with the offset from then on.
    private static let realZones = """
        CET-1CEST,M3.5.0,M10.5.0/3 1774746000 7200 1792890000 3600
        EST5EDT,M3.2.0,M11.1.0 1772953200 -14400 1793512800 -18000
        <+1030>-10:30<+11>-11,M10.1.0,M4.1.0 1775314800 37800 1791041400 39600
        NST3:30NDT,M3.2.0,M11.1.0 1772947800 -9000 1793507400 -12600
        <+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45 1775311200 45900 1790431200 49500
        IST-1GMT0,M10.5.0,M3.5.0/1 1774746000 3600 1792890000 0
        <-02>2<-01>,M3.5.0/-1,M10.5.0/0 1774746000 -3600 1792890000 -7200
        IST-2IDT,M3.4.4/26,M10.5.0 1774569600 10800 1792882800 7200
        EET-2EEST,M4.5.5/0,M10.5.4/24 1776981600 10800 1793307600 7200
        """

    @Test func `rules of real zones`() throws {
        for row in Self.realZones.split(separator: "\n") {
            let fields = row.split(separator: " ")
            let rules = try TimeZoneRules(rule: String(fields[0]))
            let numbers = try fields.dropFirst().map { try #require(Int64($0)) }
            for (place, other) in [(0, 2), (2, 0)] {
                let instant = FleetInstant(ticks: numbers[place] * 50)
                #expect(Int64(rules.local(instant).offset) == numbers[place + 1], "\(row)")
                let before = rules.local(instant - FleetDuration(ticks: 1))
                #expect(Int64(before.offset) == numbers[other + 1], "\(row)")
            }
        }
    }

    private func offset(_ rule: String, _ date: String, _ second: Int = 43_200) throws -> Int {
        let rules = try TimeZoneRules(rule: rule)
        let date = try #require(CivilDate(parsing: date))
        return rules.local(rules.instant(of: date, second: second)).offset
    }

    @Test func `days of the year with and without the leap day`() throws {
        // J60 is the first of March in every year, 59 is in leap years the 29th of February.
        for (date, counted, uncounted) in [
            ("2023-02-28", 0, 0), ("2023-03-01", 3600, 3600), ("2024-02-28", 0, 0),
            ("2024-02-29", 3600, 0), ("2024-03-01", 3600, 3600),
        ] {
            #expect(try offset("AAA0BBB,59/0,300", date) == counted, "\(date)")
            #expect(try offset("AAA0BBB,J60/0,J300", date) == uncounted, "\(date)")
        }
    }

    @Test func `daylight saving time for all the year round`() throws {
        for rule in ["XXX3EDT4,0/0,J365/23", "<-03>3<-04>4,J1/0,J365/23"] {
            let rules = try TimeZoneRules(rule: rule)
            for day in stride(from: 0, to: 200_000, by: 91) {
                for instant in [Int64(day) * 4_320_000, Int64(day) * 4_320_000 + 539_999] {
                    let local = rules.local(FleetInstant(ticks: instant))
                    #expect(local.offset == -14_400)
                    #expect(local.isDaylightSaving)
                }
            }
            #expect(rules.fingerprint == (try TimeZoneRules(rule: "EDT4")).fingerprint)
        }
    }

    @Test func `the south has its summer over the turn of the year`() throws {
        let rule = "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"
        for (date, expected) in [
            ("2026-01-01", 39_600), ("2026-07-01", 37_800), ("2026-12-31", 39_600),
        ] {
            #expect(try offset(rule, date) == expected)
        }
    }

    @Test func `without dates the clocks change as C libraries have it`() throws {
        let rules = try TimeZoneRules(rule: "EST5EDT")
        #expect(
            rules.fingerprint == (try TimeZoneRules(rule: "EST5EDT,M3.2.0,M11.1.0")).fingerprint)
    }

    @Test(arguments: [
        ("", 0), ("CE-1", 2), ("CET", 3), ("CET-", 4), ("CET-25", 4), ("CET-1:60", 6),
        ("<CET-1", 6), ("CET-1CE,M3.5.0,M10.5.0", 7), ("CET-1CEST,M13.5.0,M10.5.0", 11),
        ("CET-1CEST,M3.6.0,M10.5.0", 13), ("CET-1CEST,M3.0.0,M10.5.0", 13),
        ("CET-1CEST,M3.5.7,M10.5.0", 15), ("CET-1CEST,M3.5.0", 16),
        ("CET-1CEST,M3.5.0,M10.5.0/168", 25), ("CET-1CEST,J0,J366", 11),
        ("CET-1CEST,366,J5", 10), ("CET-1CEST,M3.5.0,M10.5.0/3x", 26),
        ("CET-1CEST,M3.5.0,M10.5.0/99999999999999999999", 25), ("CET-1CEST,M3,M10.5.0", 12),
    ])
    func `what is no rule is refused at its place`(text: String, place: Int) {
        #expect {
            _ = try TimeZoneRules(rule: text)
        } throws: { error in
            (error as? ZoneFileProblem)?.offset == place
        }
    }
}
