import TestSupport
import Testing
import Vocabulary

@Suite struct MomentTests {
    /// Friday, 2026-11-20T06:00:00.020000Z.
    private static let clock = MomentClock(
        present: FleetInstant(ticks: 1_795_154_400 * 50 + 1), zone: UTCZone())

    @Test(arguments: [
        ("2026-11-20T05:00:00Z", "2026-11-20T05:00:00.000000Z"),
        ("2026-11-20T06:00:00.25+01:00", "2026-11-20T05:00:00.250000Z"),
        ("2026-03-06", "2026-03-06T00:00:00.000000Z"),
        ("0000-01-01", "0000-01-01T00:00:00.000000Z"),
        ("9999-12-31", "9999-12-31T00:00:00.000000Z"),
        ("today", "2026-11-20T00:00:00.000000Z"), ("yesterday", "2026-11-19T00:00:00.000000Z"),
        ("7d", "2026-11-13T00:00:00.000000Z"), ("-7d", "2026-11-13T00:00:00.000000Z"),
        ("7 days ago", "2026-11-13T00:00:00.000000Z"), ("1w", "2026-11-13T00:00:00.000000Z"),
        ("0d", "2026-11-20T00:00:00.000000Z"), ("2 weeks ago", "2026-11-06T00:00:00.000000Z"),
        ("05:30", "2026-11-20T05:30:00.000000Z"), ("5:30", "2026-11-20T05:30:00.000000Z"),
        ("06:00", "2026-11-20T06:00:00.000000Z"), ("06:00:01", "2026-11-19T06:00:01.000000Z"),
        ("23:59", "2026-11-19T23:59:00.000000Z"),
        ("yesterday 18:00", "2026-11-19T18:00:00.000000Z"),
        ("today 07:30", "2026-11-20T07:30:00.000000Z"),
        ("2026-03-06 07:30", "2026-03-06T07:30:00.000000Z"),
        ("2026-03-06T07:30:15", "2026-03-06T07:30:15.000000Z"),
        ("2d 12:00", "2026-11-18T12:00:00.000000Z"),
        ("5m", "2026-11-20T05:55:00.020000Z"), ("-5m", "2026-11-20T05:55:00.020000Z"),
        ("5 minutes ago", "2026-11-20T05:55:00.020000Z"), ("0s", "2026-11-20T06:00:00.020000Z"),
        ("1h 30m", "2026-11-20T04:30:00.020000Z"), ("-1h30m", "2026-11-20T04:30:00.020000Z"),
        ("24h", "2026-11-19T06:00:00.020000Z"), ("20ms", "2026-11-20T06:00:00.000000Z"),
    ])
    func `a moment is read as it is written`(text: String, time: String) throws {
        let moment = try #require(Moment(parsing: text))
        let microseconds = try Self.clock.microseconds(of: moment)
        #expect("\(CalendarTime(microseconds: microseconds))" == time)
    }

    @Test(arguments: [
        ("06:00", "2026-11-21T06:00:00.000000Z"), ("06:01", "2026-11-20T06:01:00.000000Z"),
        ("05:59:59", "2026-11-21T05:59:59.000000Z"), ("today 05:00", "2026-11-20T05:00:00.000000Z"),
        ("2026-12-24", "2026-12-24T00:00:00.000000Z"),
    ])
    func `a time of day is the next one where one looks ahead`(text: String, time: String) throws {
        let moment = try #require(Moment(parsing: text))
        let microseconds = try Self.clock.microseconds(of: moment, looksAhead: true)
        #expect("\(CalendarTime(microseconds: microseconds))" == time)
    }

    @Test(arguments: [
        "", " ", "5", "-", "--5m", "-5m ago", "ago", " ago", "5 ago", "soon", "now", "tomorrow",
        "Today",
        "a1", "+5m", "5m ", " 5m", "5mo", "1 month ago", "1y", "100001d", "99999w", "9999999999d",
        "24:00", "07:60", "07:30:60", "7:3", "007:30", ":30", "07:", "07:30Z", "٠٧:٣٠", "０７:30",
        "2026-02-30", "2026-3-6", "20260306", "2026-03-06T", "2026-03-06T07", "2026-03-06T25:00",
        "10000-01-01", "-001-01-01", "２０２６-03-06", "yesterdayT07:30", "yesterday07:30",
        "2026-03-06  07:30", "today today", "07:30 today", "5m 07:30", "1d12h", "1000000000h",
        "today\u{301}", "5m\u{301}", "7\u{301}d", "\0", "2026-03-06T07:30:00+24:00",
    ])
    func `anything else is no moment`(text: String) { #expect(Moment(parsing: text) == nil) }

    @Test func `a moment says whether zone and present make a difference`() throws {
        for (text, zone, present) in [
            ("2026-03-06T06:00:00Z", false, false), ("5m", false, true),
            ("2026-03-06", true, false),
            ("2026-03-06 07:30", true, false), ("today", true, true), ("07:30", true, true),
        ] {
            let moment = try #require(Moment(parsing: text))
            #expect(moment.isOfZone == zone && moment.isOfPresent == present, "\(text)")
        }
    }

    @Test func `days are dates, and all else is an instant`() throws {
        func anchor(_ text: String) throws -> String {
            try Self.clock.anchor(of: try #require(Moment(parsing: text))).description
        }
        #expect(try anchor("7d") == "2026-11-13" && anchor("2026-03-06") == "2026-03-06")
        #expect(try anchor("1h") == "2026-11-20T05:00:00.020000Z")
        #expect(try anchor("05:30") == "2026-11-20T05:30:00.000000Z")
        let day = try Self.clock.dayNumber(of: try #require(Moment(parsing: "23:59")))
        #expect(CivilAnchor.date(day).description == "2026-11-19")
    }

    /// Pieces of moments in any order, at the borders of all presents.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func `no text traps, and what is read can be resolved`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        let pieces = [
            "-", "+", " ", "  ", ":", "T", "Z", ".", "0", "7", "07", "30", "59", "0000", "9999",
            "2026", "2026-03-06", "999999999", "99999", "h", "m", "s", "ms", "d", "w", "mo", "ago",
            " ago", "today", "yesterday", "minutes", "days", "٣", "５", "\u{301}", "\0", "é",
            "start",
        ]
        let bounds = FleetInstant.presents
        for _ in 0..<4000 {
            let text = (0..<dice.number(1...6)).map { _ in
                pieces[dice.number(0...pieces.count - 1)]
            }.joined()
            _ = CivilInterval(parsing: text)
            _ = FleetDuration(parsing: text)
            guard let moment = Moment(parsing: text) else { continue }
            for present in [bounds.lowerBound, Self.clock.present, bounds.upperBound] {
                let clock = MomentClock(present: present, zone: UTCZone())
                for looksAhead in [false, true] {
                    let time = try? clock.microseconds(of: moment, looksAhead: looksAhead)
                    #expect(time != nil, "UTC skips nothing: \(text)")
                }
                _ = try? clock.anchor(of: moment).description
                _ = try? clock.dayNumber(of: moment)
            }
        }
    }
}
