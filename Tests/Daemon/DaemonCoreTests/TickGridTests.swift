import ChannelPipeline
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

@Suite struct TickGridTests {
    private func schedule(
        at ticks: Int64, speed: PlaybackSpeed = .realTime
    ) -> ScheduleClock {
        ScheduleClock(
            fleetOrigin: FleetInstant(ticks: ticks), monotonicOrigin: 1_000_003, speed: speed)
    }

    @Test(arguments: [-7, -2, 0, 1, 4, 88_000_000_001])
    func `at real speed it has the instants at which multiples of a span are due`(ticks: Int64) {
        for span in [1, 2, 5] as [Int64] {
            let schedule = schedule(at: ticks)
            let grid = TickGrid(schedule, every: FleetDuration(ticks: span))
            #expect(grid.period == .milliseconds(span * 20))
            for step in 0..<5 {
                let instant = schedule.instant(at: grid.origin + grid.period * step)
                #expect(instant.ticks.remainderRoundingDown(by: span) == 0)
                #expect(schedule.due(instant) == grid.origin + grid.period * step)
            }
            #expect(grid.origin - grid.period < schedule.monotonicOrigin)
            #expect(grid.origin >= schedule.monotonicOrigin)
        }
    }

    @Test func `at any other speed it has all ticks`() throws {
        for speed in try [.fastest, #require(PlaybackSpeed(thousandths: 1500))] {
            let grid = TickGrid(
                schedule(at: 7, speed: speed), every: FleetDuration(ticks: 2))
            #expect(grid == TickGrid(origin: 1_000_003, period: .microseconds(20_000)))
        }
    }

    @Test func `an instant is the last that has passed`() {
        let grid = TickGrid(origin: 1_000, period: .microseconds(40))
        let instants = [1_000, 1_039, 1_040, 999, 960].map { (now: MonotonicInstant) in
            grid.instant(upTo: now)
        }
        #expect(instants == [1_000, 1_000, 1_040, 960, 960])
    }

    @Test func `ticks come with slots until somebody follows what falls between them`() throws {
        let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
        let origin = ScheduleClock(
            fleetOrigin: epoch + FleetDuration(ticks: 1), monotonicOrigin: 5_000,
            speed: .realTime)
        let fleet = Fleet(
            seed: 42, epoch: epoch, rate: try #require(SampleRate(hertz: 50)), simulatedLanes: 3)
        let source = FleetSource(fleet, schedule: origin, catchUpThreads: 0)
        #expect(
            source.clockwork.tickGrid == TickGrid(origin: 85_000, period: .microseconds(100_000)))
        #expect(source.clockwork.changeTickGrid(at: 85_003) == nil)
        let feed = try source.subscriptions.open(SubscribeRequest())
        while !source.subscriptions.catchUp(feed.number, bytes: 4000) {
            source.subscriptions.consumeLines(of: feed.number) { _ in }
        }
        #expect(source.clockwork.changeTickGrid(at: 85_004) == nil)
        _ = source.subscriptions.join(feed.number)
        #expect(source.clockwork.changeTickGrid(at: 85_005, onlyOftener: true) == 105_000)
        #expect(source.clockwork.tickGrid == TickGrid(origin: 5_000, period: .microseconds(20_000)))
        source.subscriptions.close(feed.number)
        #expect(source.clockwork.changeTickGrid(at: 105_001, onlyOftener: true) == nil)
        #expect(source.clockwork.changeTickGrid(at: 105_001) == 185_000)
        #expect(
            source.clockwork.tickGrid == TickGrid(origin: 85_000, period: .microseconds(100_000)))
    }
}
