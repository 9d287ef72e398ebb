import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

@Suite struct FleetMomentTests {
    /// 2026-11-20T06:00:00.020000Z.
    private static let present = FleetInstant(ticks: 1_795_154_400 * 50 + 1)
    private static let tick = FleetDuration(ticks: 1)

    private static func instant(_ text: String) throws -> FleetInstant {
        let time = try #require(CalendarTime(rfc3339: text))
        return FleetInstant(ticks: time.microseconds / FleetDuration.microsecondsPerTick)
    }

    @Test(arguments: [
        ("2026-11-20T05:00:00Z", "2026-11-20T05:00:00Z"),
        ("2026-11-20T06:00:00+01:00", "2026-11-20T05:00:00Z"),
        ("2026-11-20T05:00:00.000001Z", "2026-11-20T05:00:00.02Z"),
        ("today", "2026-11-20T00:00:00Z"), ("yesterday", "2026-11-19T00:00:00Z"),
        ("20ms", "2026-11-20T06:00:00Z"), ("1h", "2026-11-20T05:00:00.02Z"),
    ])
    func `a moment is the first tick that is not before it`(text: String, instant: String) throws {
        let moment = try #require(FleetMoment(parsing: text))
        #expect(try moment.instant(at: Self.present) == Self.instant(instant))
    }

    @Test func `lines of the moment itself come too`() throws {
        let time = try #require(FleetMoment(parsing: "2026-11-20T05:00:00Z"))
        let instant = try Self.instant("2026-11-20T05:00:00Z")
        #expect(time.start(at: Self.present, until: nil) == .time(instant - Self.tick))
        #expect(time.start(at: Self.present, until: nil).text == "2026-11-20T04:59:59.980000Z")
        let back = try #require(FleetMoment(parsing: "90s"))
        #expect(back.start(at: Self.present, until: nil).text == "-90s")
    }

    @Test func `a span between two moments is as long as it says at any present`() throws {
        let (hour, half) = (FleetDuration(ticks: 3600 * 50), FleetDuration(ticks: 1800 * 50))
        for ticks in 0..<Int64(50) {
            let present = Self.present + FleetDuration(ticks: ticks)
            let end = FleetMoment.back(half).instant(at: present)
            let start = FleetMoment.back(hour).start(at: present, until: end)
            #expect(start == .time(end - (half + Self.tick)))
        }
    }

    @Test func `a span to before all fleets is the daemon's to refuse`() throws {
        for text in ["99999999h", "500000h"] {
            let moment = try #require(FleetMoment(parsing: text))
            #expect(moment.start(at: Self.present, until: Self.present).text == "-" + text)
        }
        let fleets = Self.present - FleetInstant.presents.lowerBound
        let start = FleetMoment.back(fleets).start(at: Self.present, until: Self.present)
        #expect(start == .time(FleetInstant.presents.lowerBound - Self.tick))
    }

    @Test(arguments: ["", "5", "-5m", "5 m", "now", "tomorrow", "2026-11-20", "a1", "5d", "25:00"])
    func `anything else is no moment`(text: String) {
        #expect(FleetMoment(parsing: text) == nil)
    }
}
