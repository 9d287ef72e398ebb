import CommandLine
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

@Suite struct FlagMomentTests {
    /// 2026-11-20T06:00:00.020000Z.
    private static let present = FleetInstant(ticks: 1_795_154_400 * 50 + 1)
    private static let clock = MomentClock(present: present, zone: UTCZone())
    private static let tick = FleetDuration(ticks: 1)

    private static func instant(_ text: String) throws -> FleetInstant {
        let time = try #require(CalendarTime(rfc3339: text))
        return FleetInstant(ticks: time.microseconds / FleetDuration.microsecondsPerTick)
    }

    private static func moment(_ text: String, of flag: String = "--since") throws -> FlagMoment {
        FlagMoment(flag: flag, moment: try #require(Moment(parsing: text)))
    }

    @Test(arguments: [
        ("2026-11-20T05:00:00Z", "2026-11-20T05:00:00Z"),
        ("2026-11-20T06:00:00+01:00", "2026-11-20T05:00:00Z"),
        ("2026-11-20T05:00:00.000001Z", "2026-11-20T05:00:00.02Z"),
        ("today", "2026-11-20T00:00:00Z"), ("yesterday", "2026-11-19T00:00:00Z"),
        ("20ms", "2026-11-20T06:00:00Z"), ("1h", "2026-11-20T05:00:00.02Z"),
    ])
    func `a moment is the first tick that is not before it`(text: String, instant: String) throws {
        #expect(try Self.moment(text).instant(by: Self.clock) == Self.instant(instant))
    }

    @Test func `lines of the moment itself come too, but for those after --from`() throws {
        let time = try Self.moment("2026-11-20T05:00:00Z")
        let instant = try Self.instant("2026-11-20T05:00:00Z")
        let start = try time.start(by: Self.clock, until: nil)
        #expect(start == .time(instant - Self.tick))
        #expect(start.text == "2026-11-20T04:59:59.980000Z")
        #expect(try Self.moment("90s").start(by: Self.clock, until: nil).text == "-90s")
        for (text, after) in [
            ("2026-11-20T05:00:00.01Z", "2026-11-20T05:00:00.000000Z"), ("-5m", "-5m"),
            ("today", "2026-11-20T00:00:00.000000Z"),
        ] {
            let from = try Self.moment(text, of: "--from")
            #expect(try from.start(by: Self.clock, until: nil).text == after)
        }
    }

    @Test func `a span between two moments is as long as it says at any present`() throws {
        let (hour, half) = (try Self.moment("1h"), try Self.moment("30m", of: "--until"))
        for ticks in 0..<Int64(50) {
            let present = Self.present + FleetDuration(ticks: ticks)
            let clock = MomentClock(present: present, zone: UTCZone())
            let end = try half.instant(by: clock)
            let start = try hour.start(by: clock, until: end)
            #expect(start == .time(end - FleetDuration(ticks: 1800 * 50 + 1)))
        }
    }

    @Test func `a span to before all fleets is the daemon's to refuse`() throws {
        for text in ["99999999h", "500000h"] {
            let start = try Self.moment(text).start(by: Self.clock, until: Self.present)
            #expect(start.text == "-" + text)
        }
        let fleets = FlagMoment(
            flag: "--since", moment: .back(Self.present - FleetInstant.presents.lowerBound))
        let start = try fleets.start(by: Self.clock, until: Self.present)
        #expect(start == .time(FleetInstant.presents.lowerBound - Self.tick))
    }
}
