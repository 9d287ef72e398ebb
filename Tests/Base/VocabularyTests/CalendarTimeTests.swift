import Glibc
import Testing
import Vocabulary

@Suite struct CalendarTimeTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `five centuries around 1970 agree with the C library and lead back`(seed: UInt64) throws {
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        for (place, day) in stride(from: Int64(-200_000), through: 200_000, by: 41).enumerated() {
            let time = Int64(random.uniform(UInt64(place)) * 86_400_000_000)
            let microseconds = day * 86_400_000_000 + time
            let calendar = CalendarTime(microseconds: microseconds)
            #expect(calendar.microseconds == microseconds, "seed \(seed)")
            #expect(calendar.microsecondOfDay == time, "seed \(seed)")
            #expect(CalendarTime(rfc3339: "\(calendar)") == calendar, "\(calendar), seed \(seed)")
            var seconds = time_t(day * 86_400)
            var fields = tm()
            try #require(gmtime_r(&seconds, &fields) != nil)
            #expect(calendar.year == Int64(fields.tm_year) + 1900, "\(calendar), seed \(seed)")
            #expect(calendar.month == Int64(fields.tm_mon) + 1, "\(calendar), seed \(seed)")
            #expect(calendar.day == Int64(fields.tm_mday), "\(calendar), seed \(seed)")
        }
    }

    @Test func `days follow one another for 400 years`() {
        var previous = CalendarTime(microseconds: -1)
        for day in Int64(0)...146_097 {
            let calendar = CalendarTime(microseconds: day * CalendarTime.microsecondsPerDay)
            let follows =
                (calendar.year, calendar.month, calendar.day)
                == (previous.year, previous.month, previous.day + 1)
                || (calendar.year, calendar.month, calendar.day)
                    == (previous.year, previous.month + 1, 1)
                || (calendar.year, calendar.month, calendar.day) == (previous.year + 1, 1, 1)
            #expect(follows, "\(previous) then \(calendar)")
            previous = calendar
        }
        #expect("\(previous)" == "2370-01-01T00:00:00.000000Z")
    }

    private static let knownInstants: [(String, Int64)] = [
        ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.999999Z", -1),
        ("2000-02-29T12:00:00Z", 951_825_600_000_000),
        ("2001-09-09T01:46:40Z", 1_000_000_000_000_000),
        ("2026-11-20T23:31:05Z", 1_795_217_465_000_000),
        ("2038-01-19T03:14:08Z", 2_147_483_648_000_000),
        ("1900-03-01T00:00:00Z", -2_203_891_200_000_000),
        ("0000-01-01T00:00:00Z", -62_167_219_200_000_000),
        ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
        ("2026-11-20t23:31:05z", 1_795_217_465_000_000),
        ("2026-11-20T23:31:05.25Z", 1_795_217_465_250_000),
        ("2026-11-20T23:31:05.000001Z", 1_795_217_465_000_001),
        ("2026-11-21T00:31:05+01:00", 1_795_217_465_000_000),
        ("2026-11-20T17:01:05.5-06:30", 1_795_217_465_500_000),
        ("2026-11-20T23:31:05-00:00", 1_795_217_465_000_000),
        ("2027-01-01T00:00:00+23:59", 1_798_675_260_000_000),
    ]

    @Test(arguments: knownInstants) func `known instants parse`(text: String, microseconds: Int64) {
        #expect(CalendarTime(rfc3339: text)?.microseconds == microseconds)
    }

    @Test(arguments: [
        "", "Z", "2026-11-20", "2026-11-20T23:31:05", "2026-11-20T23:31Z", "2026-11-20T23:31:05ZZ",
        "2026-11-20 23:31:05Z", "2026-11-20T23:31:05 Z", " 2026-11-20T23:31:05Z",
        "2026-11-20T23:31:05Z ", "2026-11-20T23:31:05Z\n", "2026-11-20T23:31:05Z\0",
        "20261120T233105Z0000", "26-11-20T23:31:05.0Z", "02026-11-20T23:31:05Z",
        "+2026-11-20T23:31:05Z", "-026-11-20T23:31:05Z", "2026-1-20T23:31:05.0Z",
        "2026/11/20T23:31:05Z", "2026-11-20T23.31.05Z", "2026-00-20T23:31:05Z",
        "2026-13-20T23:31:05Z", "2026-11-00T23:31:05Z", "2026-11-31T23:31:05Z",
        "2026-02-29T23:31:05Z", "1900-02-29T00:00:00Z", "2024-02-30T00:00:00Z",
        "2026-11-20T24:00:00Z", "2026-11-20T23:60:05Z", "2026-12-31T23:59:60Z",
        "2026-11-20T23:31:05.Z", "2026-11-20T23:31:05.1234567Z", "2026-11-20T23:31:05,5Z",
        "2026-11-20T23:31:05.5.5Z", "2026-11-20T23:31:05.-5Z", "2026-11-20T23:31:05.5",
        "2026-11-20T23:31:05+1:00", "2026-11-20T23:31:05+0100", "2026-11-20T23:31:05+01",
        "2026-11-20T23:31:05+01:60", "2026-11-20T23:31:05+24:00", "2026-11-20T23:31:05+01:00Z",
        "2026-11-20T23:31:05*01:00", "2026-11-20T23:31:05\u{2212}01:00", "2026-11-20T-1:31:05Z",
        "2026-11-20T+1:31:05Z", "2026-11-20T23: 1:05Z", "２026-11-20T23:31:05Z",
        "2026-11-2٠T23:31:05Z", "2026-11-20T23:31:05Ż", "0000-01-01T00:00:00+00:01",
        "9999-12-31T23:59:59-00:01", "now", "1795217465000000000000",
    ])
    func `anything else is not a time`(text: String) {
        #expect(CalendarTime(rfc3339: text) == nil)
    }

    @Test func `a time survives every cut of its end or is refused`() {
        let text = "2026-11-20T23:31:05.123456+01:30"
        for length in 0..<text.count {
            #expect(CalendarTime(rfc3339: text.prefix(length)) == nil, "\(text.prefix(length))")
        }
        #expect(
            "\(CalendarTime(microseconds: 1_795_217_465_123_456))"
                == "2026-11-20T23:31:05.123456Z")
    }

    @Test func `single bytes out of place never trap`() {
        let bytes = Array("2024-02-29T23:59:59.999999-23:59".utf8)
        for place in bytes.indices {
            for byte in UInt8(0)...127 {
                var changed = bytes
                changed[place] = byte
                let text = String(decoding: changed, as: UTF8.self)
                guard let time = CalendarTime(rfc3339: text) else { continue }
                #expect(CalendarTime(rfc3339: "\(time)") == time, "\(text)")
            }
        }
    }
}
