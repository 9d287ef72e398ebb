import TestSupport
import Testing
import Vocabulary

@testable import StreamClient

@Suite struct AnchorScheduleTests {
    private static let second = Duration.seconds(1)

    @Test func `nothing is due before the anchor has moved`() {
        #expect(AnchorSchedule().due == nil)
    }

    @Test func `the first anchor is due at once, the next a second later`() {
        var schedule = AnchorSchedule()
        schedule.move()
        #expect(schedule.due == 0)
        schedule.attempt(at: 5_000_000, succeeded: true)
        #expect(schedule.due == nil)
        schedule.move()
        schedule.move()
        #expect(schedule.due == 6_000_000)
    }

    @Test func `what cannot be written is due again after a second`() {
        var schedule = AnchorSchedule()
        schedule.move()
        schedule.attempt(at: 7, succeeded: false)
        #expect(schedule.due == 1_000_007)
        schedule.attempt(at: 1_000_007, succeeded: true)
        #expect(schedule.due == nil)
    }

    /// Lines come at random; whoever drives the schedule wakes up for a line or when it is due.
    @Test(arguments: [1, 2, 3, 42, 4711] as [UInt64])
    func `writes are a second apart, and none comes later than that after a move`(seed: UInt64) {
        let chance = RandomStream(seed: seed, lane: 0, purpose: 0)
        var schedule = AnchorSchedule()
        var now: MonotonicInstant = 10_000_000
        var written = now - Self.second
        var moved: MonotonicInstant?
        for step in 0..<2000 as Range<UInt64> {
            let line = now + .microseconds(chance.bits(step) % 700_000)
            if let due = schedule.due, due <= line {
                now = max(now, due)
                #expect(now - written >= Self.second, "step \(step), seed \(seed)")
                #expect(now - (moved ?? 0) <= Self.second, "step \(step), seed \(seed)")
                schedule.attempt(at: now, succeeded: true)
                written = now
                moved = nil
            } else {
                now = line
                schedule.move()
                moved = moved ?? now
            }
        }
        #expect(written > 10_000_000, "seed \(seed)")
    }
}
