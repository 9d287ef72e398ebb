import Testing
import Vocabulary

@testable import ActivityFiles

@Suite struct TextValueTests {
    private static func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

    private static let numbers: [(String, Int, Int64?)] = [
        ("152", 0, 152), (" 3.25\n", 2, 325), ("-3.25", 2, -325), ("+.5", 1, 5),
        ("5.", 1, 50), ("1.2E-4", 5, 12), ("1.2e+2", 0, 120), ("1E3", 3, 1_000_000),
        ("0.0005", 3, 0), ("0.0015", 3, 2), ("0.00050000000000000000001", 3, 1),
        ("0.00049999999999999999999", 3, 0), ("2.5", 0, 2), ("2.50000000000000000001", 0, 3),
        ("3.1415926535897932384626", 3, 3142), ("123456789012345678", 0, 123_456_789_012_345_678),
        ("1e400", 2, .max), ("99999999999999999999", 0, .max), ("-1e400", 2, -.max),
        ("1e-400", 2, 0), ("0e999999", 2, 0), ("000000000000000000000012", 0, 12), ("0", 3, 0),
        ("0.000000000000000000000000000012e30", 0, 12), ("-0", 0, 0), ("", 0, nil), (".", 0, nil),
        ("-", 0, nil), ("NaN", 0, nil), ("INF", 0, nil), ("-Infinity", 0, nil), ("1,5", 1, nil),
        ("1e", 0, nil), ("1e+", 0, nil), ("1.2.3", 1, nil), ("1 2", 0, nil), ("0x10", 0, nil),
        ("12m", 0, nil), ("٣", 0, nil), ("1e99999999999999999999", 0, nil),
    ]

    @Test(arguments: numbers)
    func `numbers are read exactly or rounded once`(
        text: String, decimals: Int, units: Int64?
    ) {
        #expect(DecimalText.units(Self.bytes(text), decimals: decimals) == units)
    }

    @Test func `what is below 0 was not measured, and 0 with a minus was`() {
        #expect(DecimalText.value(Self.bytes("-1"), of: .speed) == nil)
        #expect(DecimalText.value(Self.bytes("-1e-9"), of: .speed) == nil)
        #expect(DecimalText.value(Self.bytes("-0.0"), of: .speed) == 0)
        #expect(DecimalText.value(Self.bytes("2.7755"), of: .speed) == 2776)
        #expect(DecimalText.value(Self.bytes("1234.567"), of: .distance) == 123_457)
    }

    private static let noon: Int64 = 1_772_366_400 * 50

    private static let times: [(String, Int64?)] = [
        ("2026-03-01T12:00:00Z", 0), (" 2026-03-01T12:00:00z\n", 0),
        ("2026-03-01T12:00:00", 0), ("2026-03-01 12:00:00", 0), ("2026-03-01T13:00:00+01:00", 0),
        ("2026-03-01T08:30:00-0330", 0), ("2026-03-01T14:00:00+02", 0),
        ("2026-03-01T12:00:00.5Z", 25), ("2026-03-01T12:00:00,5", 25),
        ("2026-03-01T12:00:00.009Z", 0), ("2026-03-01T12:00:00.011Z", 1),
        ("2026-03-01T12:00:00.999999999999Z", 50), ("2026-03-01T12:00:60Z", 60 * 50),
        ("2026-02-28T24:00:00Z", -12 * 3600 * 50), ("2026-02-30T12:00:00Z", nil),
        ("2026-13-01T12:00:00Z", nil), ("2026-03-00T12:00:00Z", nil),
        ("2026-03-01T24:00:01Z", nil), ("2026-03-01T12:60:00Z", nil),
        ("2026-03-01T12:00:61Z", nil), ("2026-03-01T12:00:00.Z", nil),
        ("2026-03-01T12:00:00+24:00", nil), ("2026-03-01T12:00:00+1", nil),
        ("2026-03-01T12:00:00 UTC", nil), ("2026-03-01", nil), ("", nil), ("Z", nil),
        ("26-03-01T12:00:00Z", nil), ("2026-3-01T012:00:00Z", nil), ("2026/03/01T12:00:00Z", nil),
        ("2026-03-01T12.00.00Z", nil), ("-026-03-01T12:00:00Z", nil),
    ]

    @Test(arguments: times)
    func `times are ticks, with any zone or none`(text: String, afterNoon: Int64?) {
        #expect(TimeText.ticks(Self.bytes(text)) == afterNoon.map { Self.noon + $0 })
    }

    @Test func `every year of four digits has times`() {
        #expect(TimeText.ticks(Self.bytes("1970-01-01T00:00:00Z")) == 0)
        #expect(TimeText.ticks(Self.bytes("1969-12-31T23:59:59.99Z")) == 0)
        #expect(TimeText.ticks(Self.bytes("0000-01-01T00:00:00+23:59")) != nil)
        #expect(TimeText.ticks(Self.bytes("9999-12-31T23:59:59-23:59")) != nil)
    }

    private static let sports: [(String, String?)] = [
        ("running", nil), ("Run", nil), ("trail_running", nil), ("9", nil), ("10", nil),
        ("HIKING", nil), ("walking", nil), ("Other", nil), ("", nil), ("jkljkl", nil),
        ("skirunning", nil), ("1", "cycling"), ("16", "swimming"), ("Biking", "cycling"),
        ("road_biking", "cycling"),
        ("e-bike", "cycling"), ("Ride", "cycling"), ("cycling", "cycling"),
        ("touringbicycle", "cycling"), ("lap_swimming", "swimming"), ("Nordic Ski", "skiing"),
        ("inline_skating", "skating"), ("transition", "a transition"),
    ]

    @Test(arguments: sports)
    func `sports are told by their words`(word: String, sport: String?) {
        #expect(SportWords.other(Self.bytes(word)) == sport)
    }

    @Test func `below a median of 120 steps one foot is counted`() {
        let cases: [([Int], Bool)] = [
            ([85, 86, 87], true), ([170, 171, 172], false), ([119], true), ([120], false),
            ([], false), ([0, 0, 0, 170], false), ([85, 170], false),
            ([85, 85, 400, 170, 84], true),
        ]
        for (values, isOneFoot) in cases {
            var feet = FootCadence()
            for value in values { feet.note(Int64(value) * 10) }
            for value in [nil, -1, .max] as [Int64?] { feet.note(value) }
            #expect(feet.isOneFoot == isOneFoot, "\(values)")
        }
    }
}
