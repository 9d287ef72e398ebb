import CivilTime
import LinuxIO
import TestSupport
import Testing
import Vocabulary
import ZoneFiles

/// What days and times of day mean where clocks are changed.
@Suite struct MomentZoneTests {
    private static let berlin = try? TimeZoneRules(rule: "CET-1CEST,M3.5.0,M10.5.0/3")

    private func time(
        _ text: String, at present: String, looksAhead: Bool = false
    ) throws -> String {
        let now = try #require(CalendarTime(rfc3339: present))
        let clock = MomentClock(
            present: FleetInstant(notAfter: now.microseconds), zone: try #require(Self.berlin))
        let moment = try #require(Moment(parsing: text))
        let microseconds = try clock.microseconds(of: moment, looksAhead: looksAhead)
        return "\(CalendarTime(microseconds: microseconds))".replacing(".000000Z")
    }

    @Test(arguments: [
        ("today", "2026-03-28T23:00:00"), ("yesterday", "2026-03-27T23:00:00"),
        ("2026-03-06", "2026-03-05T23:00:00"), ("07:30", "2026-03-29T05:30:00"),
        ("yesterday 07:30", "2026-03-28T06:30:00"), ("24h", "2026-03-28T10:00:00"),
        ("1d", "2026-03-27T23:00:00"), ("12:01", "2026-03-28T11:01:00"),
        ("2026-10-25 02:30", "2026-10-25T00:30:00"),
        ("2026-03-29T10:00:00Z", "2026-03-29T10:00:00"),
    ])
    func `days and times of day are those of the zone`(text: String, told: String) throws {
        #expect(try time(text, at: "2026-03-29T10:00:00Z") == told)
    }

    @Test(arguments: [
        // Clocks show 02:30 twice, from 00:30Z and from 01:30Z on.
        ("2026-10-25T00:15:00Z", "2026-10-24T00:30:00", "2026-10-25T00:30:00"),
        ("2026-10-25T00:45:00Z", "2026-10-25T00:30:00", "2026-10-26T01:30:00"),
        ("2026-10-25T01:45:00Z", "2026-10-25T00:30:00", "2026-10-26T01:30:00"),
    ])
    func `a doubled time of day is the first of both`(
        present: String, latest: String, next: String
    ) throws {
        #expect(try time("02:30", at: present) == latest)
        #expect(try time("02:30", at: present, looksAhead: true) == next)
    }

    @Test func `a skipped time of day is refused with words`() throws {
        let words = [
            ("02:30", "2026-03-29T10:00:00Z", false), ("02:30", "2026-03-28T10:00:00Z", true),
            ("2026-03-29 02:30", "2026-01-01T00:00:00Z", false),
        ].map { text, present, looksAhead in
            let error = #expect(throws: SkippedTime.self) {
                try time(text, at: present, looksAhead: looksAhead)
            }
            return error.map { "\($0)" } ?? ""
        }
        let rule = try #require(Self.berlin).name
        #expect(
            Set(words) == [
                "02:30 does not exist on 2026-03-29 in \(rule), where clocks leap over it"
            ])
        #expect(try time("02:30", at: "2026-03-29T00:30:00Z") == "2026-03-28T01:30:00")
        #expect(
            try time("02:30", at: "2026-03-29T10:00:00Z", looksAhead: true)
                == "2026-03-30T00:30:00")
    }

    @Test func `a date that a zone skips has no time of day`() throws {
        let apia = try TimeZoneRules.named("Pacific/Apia")
        let noon = try #require(CalendarTime(rfc3339: "2011-12-30T22:00:00Z"))
        // Noon on the 31st, which followed the 29th.
        let clock = MomentClock(present: FleetInstant(notAfter: noon.microseconds), zone: apia)
        let late = try #require(Moment(parsing: "13:00"))
        let shown = apia.local(FleetInstant(notAfter: try clock.microseconds(of: late)))
        #expect("\(shown.date)" == "2011-12-29" && shown.second == 13 * 3600)
        let skipped = try #require(Moment(parsing: "2011-12-30 13:00"))
        #expect(throws: SkippedTime.self) { try clock.microseconds(of: skipped) }
        let date = try #require(Moment(parsing: "2011-12-30"))
        let start = FleetInstant(notAfter: try clock.microseconds(of: date))
        #expect("\(apia.local(start).date)" == "2011-12-31")
    }
}

/// Zones of many kinds, near each change of their clocks.
@Suite struct MomentChangeTests {
    /// Every zone of the machine takes minutes.
    static let zones = Seeds.areAll ? all : some

    private static let some = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia",
        "Africa/Casablanca", "America/St_Johns", "Europe/Dublin", "Asia/Tehran", "Africa/Cairo",
    ]

    private static var all: [String] {
        let table = try? FileContent.read("\(TimeZoneRules.folder)/tzdata.zi", limitBytes: 1 << 22)
        let lines = String(decoding: table ?? [], as: UTF8.self).split(separator: "\n")
        return lines.compactMap { line in
            let words = line.split(separator: " ")
            return words.first == "Z" && words.count > 1 ? String(words[1]) : nil
        }
    }

    private static let hour = FleetDuration.seconds(3600)

    /// The changes from one year's beginning to another's.
    private static func changes(_ zone: TimeZoneRules) -> [FleetInstant] {
        var found: [FleetInstant] = []
        // 2025 and 2026.
        var day = FleetInstant(ticks: 1_735_689_600 * 50)
        while day.ticks < 1_798_761_600 * 50 {
            let next = day + .seconds(86_400)
            if zone.local(day).offset != zone.local(next).offset {
                var (low, high) = (day, next)
                while high - low > .seconds(1) {
                    let middle = FleetInstant(ticks: (low.ticks + high.ticks) / 100 * 50)
                    if zone.local(middle).offset == zone.local(day).offset {
                        low = middle
                    } else {
                        high = middle
                    }
                }
                found.append(high)
            }
            day = next
        }
        return found
    }

    @Test(arguments: zones)
    func `what is read prints as it was written, or is refused`(name: String) throws {
        let zone = try TimeZoneRules.named(name)
        for change in Self.changes(zone) {
            // What clocks show every quarter of an hour around it, and when they do so first.
            var first: [Wall: FleetInstant] = [:]
            let quarterHour = FleetDuration.seconds(900)
            let rounded = (change - quarterHour).roundedUp(to: quarterHour)
            for quarter in -230...230 as ClosedRange<Int64> {
                let instant = rounded + quarterHour * quarter
                let local = zone.local(instant)
                let wall = Wall(day: local.date.dayNumber, second: local.second)
                if first[wall] == nil { first[wall] = instant }
            }
            let day = zone.local(change).date.dayNumber
            for quarter in -12...12 as ClosedRange<Int64> {
                let second = zone.local(rounded + quarterHour * quarter).second
                for number in day - 1...day + 1 {
                    try expectWall(Wall(day: number, second: second), first, zone)
                }
                try expectLatest(second, around: change, zone)
            }
        }
    }

    private struct Wall: Hashable {
        let day: Int
        let second: Int
    }

    private func expectWall(
        _ wall: Wall, _ first: [Wall: FleetInstant], _ zone: TimeZoneRules
    ) throws {
        let clock = MomentClock(present: FleetInstant(ticks: 0), zone: zone)
        let moment = Moment.day(.date(wall.day), second: wall.second)
        let found = try? clock.microseconds(of: moment)
        #expect(found == first[wall]?.microseconds, "\(zone.name) \(wall)")
    }

    private func expectLatest(
        _ second: Int, around change: FleetInstant, _ zone: TimeZoneRules
    ) throws {
        for hours in [-3, -1, 0, 1, 3] as [Int64] {
            let present = change + Self.hour * hours
            let clock = MomentClock(present: present, zone: zone)
            for looksAhead in [false, true] {
                guard
                    let time = try? clock.microseconds(
                        of: .timeOfDay(second), looksAhead: looksAhead)
                else { continue }
                let instant = FleetInstant(notAfter: time)
                #expect(zone.local(instant).second == second)
                #expect(looksAhead ? instant > present : instant <= present)
                let away = looksAhead ? instant - present : present - instant
                // A day, its change, and a date that is skipped.
                #expect(away <= Self.hour * 49, "\(zone.name) \(second) \(away)")
            }
        }
    }
}

extension String {
    fileprivate func replacing(_ end: String) -> String {
        hasSuffix(end) ? String(dropLast(end.count)) : self
    }
}
