import ChannelPipeline
import TestSupport
import Testing
import Vocabulary

@Suite struct ClockFieldTests {
    private let schedule = ScheduleClock(
        fleetOrigin: TestFleets.epoch - .seconds(3), monotonicOrigin: 5_000_000, speed: .realTime)

    @Test(arguments: [TestShape.everything, .clock])
    func `lines differ from those without a clock in its fields only`(shape: TestShape) throws {
        let stretch = try FleetStretch.recordings(seed: 51, rows: 40)
        let driven = DrivenFleet(stretch.fleet, at: stretch.opening, schedule: schedule)
        let subscription = driven.follow(shape.shape, stretch.lanes, from: .after(driven.present))
        while driven.now < stretch.last {
            let next = min(driven.now + FleetDuration(ticks: 7), stretch.last)
            driven.advance(to: next, tickBegan: schedule.due(next) + .microseconds(140_123))
        }
        let offline = stretch.offline(shape.shape)
        expectSame(
            subscription.lines.map(\.withoutClock),
            offline.lines(after: subscription.replay.beginning), "\(shape)")
        for line in subscription.lines {
            let due = schedule.due(line.position.instant).microseconds
            let began = try #require(line.field("late_us").flatMap { Int64($0) }) + due
            #expect(line.field("due_us") == "\(due)")
            // A tick of several instants began after the last of them was due.
            #expect((140_123...140_123 + 6 * 20_000).contains(began - due), "\(line.text)")
        }
    }

    @Test func `replayed lines say when they were due and not how late`() throws {
        let stretch = try FleetStretch.recordings(seed: 52, rows: 20)
        let driven = DrivenFleet(stretch.fleet, at: stretch.last, schedule: schedule)
        let subscription = driven.follow(TestShape.stat.shape, [0, 1], from: .sessionStarts)
        for line in subscription.lines {
            #expect(line.field("due_us") == "\(schedule.due(line.position.instant).microseconds)")
            #expect(line.field("late_us") == nil)
        }
        #expect(subscription.lines.count > 20)
    }
}
