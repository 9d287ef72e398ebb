import TestSupport
import Testing
import Vocabulary

@testable import StateFiles

@Suite struct ClockPointTests {
    private let epoch = instant(1_795_154_400)
    private let wall: Int64 = 1_795_154_400_000_000 + 123_456

    private func speed(_ thousandths: Int64) throws -> PlaybackSpeed {
        try #require(PlaybackSpeed(thousandths: thousandths))
    }

    @Test func `in real time the fleet is where the clock says, now and after every restart`() {
        let point = ClockPoint(startingAt: wall, epoch: epoch - .seconds(9999), speed: .realTime)
        for later in [Int64(0), 1, 19_999, 20_000, 86_400_000_000, -5_000_000] {
            let ticks = (wall + later).dividedRoundingDown(by: 20_000)
            #expect(point.instant(at: wall + later) == FleetInstant(ticks: ticks))
        }
    }

    @Test func `a fast fleet begins at its epoch and goes on while the daemon is gone`() throws {
        let point = ClockPoint(startingAt: wall, epoch: epoch, speed: try speed(60_000))
        #expect(point.instant(at: wall) == epoch)
        #expect(point.instant(at: wall + 1_000_000) == epoch + .seconds(60))
        #expect(point.instant(at: wall + 3_600_000_000) == epoch + .seconds(216_000))
    }

    @Test func `a fleet that no clock paces begins every time where its point stands`() throws {
        let point = ClockPoint(startingAt: wall, epoch: epoch, speed: .fastest)
        for later in [Int64(0), 1, 3_600_000_000] {
            #expect(point.instant(at: wall + later) == epoch)
            let schedule = point.schedule(wall: wall + later, monotonic: 77)
            #expect(schedule.fleetOrigin == epoch && schedule.monotonicOrigin == 77)
        }
        let paced = point.moved(to: try speed(60_000), at: wall + 5_000_000)
        #expect(paced.instant(at: wall + 6_000_000) == epoch + .seconds(60))
        #expect(paced.moved(to: .fastest, at: wall + 6_000_000).fleet == epoch + .seconds(60))
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `any number of restarts leaves the fleet on its schedule`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let speed = try speed(Int64(dice.number(100...3_600_000)))
        let point = ClockPoint(startingAt: wall, epoch: epoch, speed: speed)
        let boot = MonotonicInstant(microseconds: Int64(dice.number(1...1_000_000_000_000)))
        let first = point.schedule(wall: wall, monotonic: boot)
        for _ in 0..<100 {
            let later = Int64(dice.number(0...100_000_000_000))
            let now = boot + .microseconds(later)
            let again = point.schedule(wall: wall + later, monotonic: now)
            #expect(again.fleetOrigin == first.instant(at: now), "seed \(seed)")
            #expect(again.monotonicOrigin <= now, "seed \(seed)")
            #expect(again.due(again.fleetOrigin) == first.due(again.fleetOrigin), "seed \(seed)")
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `a change of speed moves the point and nothing else, and time never goes back`(
        seed: UInt64
    ) throws {
        var dice = SeededGenerator(seed: seed)
        var point = ClockPoint(startingAt: wall, epoch: epoch, speed: .realTime)
        var now = wall
        for _ in 0..<50 {
            now += Int64(dice.number(0...10_000_000_000))
            let moved = point.moved(to: try speed(Int64(dice.number(100...100_000))), at: now)
            #expect(moved.instant(at: now) == point.instant(at: now), "seed \(seed)")
            #expect(moved.instant(at: now + 777_777) >= moved.instant(at: now), "seed \(seed)")
            #expect(moved.moved(to: moved.speed, at: now + 5) == moved, "seed \(seed)")
            point = moved
        }
    }
}
