import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct ClockTextTests {
    private func expected(_ instant: FleetInstant) -> String {
        "\"\(CalendarTime(microseconds: instant.microseconds))\""
    }

    @Test func `an instant is a quoted time in UTC with microseconds`() throws {
        let time = try #require(CalendarTime(rfc3339: "2026-11-20T23:31:05.98Z"))
        var buffer = LineBuffer()
        buffer.appendTime(FleetInstant(ticks: time.microseconds / 20_000))
        #expect(buffer.text == "\"2026-11-20T23:31:05.980000Z\"")
    }

    @Test func `a fresh buffer writes 1970 without having been told`() {
        var buffer = LineBuffer()
        buffer.appendTime(FleetInstant(ticks: 0))
        #expect(buffer.text == "\"1970-01-01T00:00:00.000000Z\"")
    }

    @Test(arguments: [UInt64(1), 2])
    func `any row of instants is written as if each were the first`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var instant = FleetInstant(ticks: 89_000_000_000)
        var buffer = LineBuffer()
        for _ in 0..<3000 {
            let reach: Int64 = [0, 1, 50, 5_000_000, 40_000_000_000].randomElement(
                using: &generator)!
            instant.ticks += Int64.random(in: -reach...reach, using: &generator)
            buffer.removeAll()
            buffer.appendTime(instant)
            #expect(buffer.text == expected(instant), "seed \(seed)")
        }
    }

    @Test func `midnights around the edges of four-digit years are right`() {
        let firstOfYear0 = Int64(-719_528)
        let firstOfYear10000 = Int64(2_932_897)
        var buffer = LineBuffer()
        for day in [
            firstOfYear0 - 1, firstOfYear0, -1, 0, 1, firstOfYear10000 - 1, firstOfYear10000,
        ] {
            for tick in [Int64(-1), 0, 1] {
                let instant = FleetInstant(ticks: day * 4_320_000 + tick)
                buffer.removeAll()
                buffer.appendTime(instant)
                #expect(buffer.text == expected(instant))
            }
        }
    }
}
