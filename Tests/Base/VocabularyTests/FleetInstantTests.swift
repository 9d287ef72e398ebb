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

    @Test func `rounding up leads to the first multiple that is not before`() {
        for ticks in -60...60 as ClosedRange<Int64> {
            for span in [1, 2, 5, 50] as [Int64] {
                let rounded = FleetInstant(ticks: ticks).roundedUp(to: FleetDuration(ticks: span))
                #expect(rounded.ticks % span == 0)
                #expect((ticks..<ticks + span).contains(rounded.ticks))
            }
        }
    }
}
