import Testing
import Vocabulary

@Suite struct FleetInstantTests {
    @Test func `instants and durations add up`() {
        let instant = FleetInstant(ticks: 1000)
        let later = instant + .seconds(2)
        #expect(later.ticks == 1100)
        #expect(later - instant == .seconds(2))
        #expect(later - .seconds(2) == instant)
        #expect(instant - later == FleetDuration(ticks: -100))
        #expect(instant < later)
        #expect(!(later < instant))
    }

    @Test func `an instant is a calendar time`() throws {
        let midnight = try #require(CalendarTime(rfc3339: "2026-11-20T00:00:00Z"))
        let instant = FleetInstant(ticks: midnight.microseconds / 20_000 + 1)
        #expect(
            "\(CalendarTime(microseconds: instant.microseconds))" == "2026-11-20T00:00:00.020000Z")
    }
}
