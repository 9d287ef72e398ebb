import Testing
import Vocabulary

@Suite struct ScheduleClockTests {
    private static let speeds: [Int64] = [100, 999, 1000, 1001, 3333, 60_000, 3_600_000]

    private func clock(_ thousandths: Int64) throws -> ScheduleClock {
        let speed = try #require(PlaybackSpeed(thousandths: thousandths))
        return ScheduleClock(
            fleetOrigin: FleetInstant(ticks: 89_760_873_250),
            monotonicOrigin: MonotonicInstant(microseconds: 123_456_789), speed: speed)
    }

    @Test(arguments: speeds)
    func `an instant is due at the first microsecond that knows it`(thousandths: Int64) throws {
        let clock = try clock(thousandths)
        for ticks in Int64(-2000)...2000 {
            let instant = clock.fleetOrigin + FleetDuration(ticks: ticks)
            let due = clock.due(instant)
            #expect(clock.instant(at: due) == instant, "\(ticks) ticks")
            #expect(clock.instant(at: due - .microseconds(1)) < instant, "\(ticks) ticks")
        }
    }

    @Test(arguments: speeds)
    func `the schedule does not drift over a year of fleet time`(thousandths: Int64) throws {
        let clock = try clock(thousandths)
        for days in Int64(1)...366 {
            let span = FleetDuration.seconds(86_400 * days)
            let due = clock.due(clock.fleetOrigin + span) - clock.monotonicOrigin
            let exact = Double(span.microseconds) * 1000 / Double(thousandths)
            #expect((Double(due.wholeMicroseconds) - exact).magnitude <= 1.1, "\(days) days")
            #expect(clock.instant(at: clock.monotonicOrigin + due) == clock.fleetOrigin + span)
        }
    }

    @Test(arguments: speeds)
    func `no instant of the calendar overflows`(thousandths: Int64) throws {
        let clock = try clock(thousandths)
        for ticks: Int64 in [0, 1, 1 << 39, (1 << 40) - 1] {
            let instant = FleetInstant(ticks: ticks)
            #expect(clock.instant(at: clock.due(instant)) == instant, "\(ticks) ticks")
        }
    }

    @Test func `quotients and remainders round down`() {
        for divisor in Int64(1)...30 {
            for dividend in Int64(-200)...200 {
                let quotient = dividend.dividedRoundingDown(by: divisor)
                let remainder = dividend.remainderRoundingDown(by: divisor)
                #expect(quotient * divisor + remainder == dividend, "\(dividend) / \(divisor)")
                #expect((0..<divisor).contains(remainder), "\(dividend) / \(divisor)")
            }
        }
        #expect(Int64.min.dividedRoundingDown(by: 1) == .min)
        #expect(Int64.min.dividedRoundingDown(by: .max) == -2)
    }
}
