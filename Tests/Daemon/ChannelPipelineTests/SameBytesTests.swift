import ChannelPipeline
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct SameBytesTests {
    @Test(arguments: zip(TestShape.allCases, 3...13 as ClosedRange<UInt64>))
    func `recordings give the same bytes at any pace, replayed, and opened in mid-session`(
        shape: TestShape, seed: UInt64
    ) throws {
        try check(.recordings(seed: seed, rows: 60), shape.shape, seed: seed)
    }

    @Test(arguments: [TestShape.clock, .truth, .everything])
    func `simulated laps give the same bytes at any pace, replayed, and opened in mid-session`(
        shape: TestShape
    ) throws {
        try check(.laps(), shape.shape, seed: 1)
    }

    @Test(arguments: Seeds.of(1...8, few: 2))
    func `places on a given route give the same bytes at any pace, and opened in mid-session`(
        seed: UInt64
    ) throws {
        var shape = TestShape.everything.shape
        shape.metrics = shape.metrics.union(Metric.places)
        try check(.route(seed: seed), shape, seed: seed)
    }

    @Test(arguments: zip(TestShape.allCases, 1...11 as ClosedRange<UInt64>))
    func `pauses of athletes give the same bytes at any pace, replayed, and opened within them`(
        shape: TestShape, seed: UInt64
    ) throws {
        try check(OwnPause(seed: seed).stretch, shape.shape, seed: seed)
    }

    @Test(arguments: [2, 10, 50] as [Int64])
    func `pauses of athletes give the same bytes at every rate`(hertz: Int64) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        let pause = try OwnPause(seed: 4, rate: rate)
        let opening = pause.begin - .seconds(2)
        let stretch = FleetStretch(
            fleet: pause.fleet, lanes: [pause.lane], opening: opening,
            last: pause.end + .seconds(3))
        var dice = Dice(seed: UInt64(hertz))
        let shape = TestShape.everything.shape
        let offline = stretch.offline(shape)
        checkLive(stretch, shape, offline, &dice, strides: 1...60, "\(hertz) Hz live")
        checkReplay(stretch, shape, offline, &dice, "\(hertz) Hz replayed")
        checkLate(stretch, shape, offline, &dice, "\(hertz) Hz joined late")
    }

    private func check(_ stretch: FleetStretch, _ shape: ChannelShape, seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let offline = stretch.offline(shape)
        try #require(offline.lines.count > 3)
        checkLive(stretch, shape, offline, &dice, strides: 1...1, "tick by tick, seed \(seed)")
        checkLive(stretch, shape, offline, &dice, strides: 1...5000, "in jumps, seed \(seed)")
        checkReplay(stretch, shape, offline, &dice, "replayed, seed \(seed)")
        checkLate(stretch, shape, offline, &dice, "joined late, seed \(seed)")
    }

    private func checkLive(
        _ stretch: FleetStretch, _ shape: ChannelShape, _ offline: OfflineLines, _ dice: inout Dice,
        strides: ClosedRange<Int64>, _ context: String
    ) {
        let driven = DrivenFleet(stretch.fleet, at: stretch.opening)
        let subscription = driven.follow(shape, stretch.lanes, from: .after(driven.present))
        driven.advance(to: stretch.last, &dice, strides: strides)
        expectSame(
            subscription.lines, offline.lines(after: subscription.replay.beginning), context)
    }

    private func checkReplay(
        _ stretch: FleetStretch, _ shape: ChannelShape, _ offline: OfflineLines, _ dice: inout Dice,
        _ context: String
    ) {
        let driven = DrivenFleet(stretch.fleet, at: stretch.last)
        let from = Beginning.after(StreamPosition(after: stretch.opening))
        let subscription = driven.open(
            shape, stretch.lanes.map { LaneChoice(lane: $0) }, from: from)
        while !subscription.isLive {
            driven.work(on: subscription, steps: Int(dice.within(1...3000)), bytes: 4096)
        }
        expectSame(
            subscription.lines, offline.lines(after: subscription.replay.beginning), context)
    }

    private func checkLate(
        _ stretch: FleetStretch, _ shape: ChannelShape, _ offline: OfflineLines, _ dice: inout Dice,
        _ context: String
    ) {
        let length = (stretch.last - stretch.opening).ticks
        let opening = stretch.opening + FleetDuration(ticks: dice.within(0...length))
        let driven = DrivenFleet(stretch.fleet, at: opening)
        let subscription = driven.follow(shape, stretch.lanes, from: .after(driven.present))
        driven.advance(to: stretch.last, &dice, strides: 1...2000)
        expectSame(
            subscription.lines, offline.lines(after: StreamPosition(after: opening)),
            "\(context), opened \((opening - stretch.opening).ticks) ticks late")
    }

    @Test(arguments: [21] as [UInt64])
    func `channels of all shapes at once, opened one by one, give the bytes of each alone`(
        seed: UInt64
    ) throws {
        let stretch = try FleetStretch.recordings(seed: seed, rows: 60)
        var dice = Dice(seed: seed)
        let driven = DrivenFleet(stretch.fleet, at: stretch.opening)
        var opened: [(shape: TestShape, subscription: DrivenFleet.Subscription)] = []
        for shape in TestShape.allCases.shuffled(using: &dice) {
            let lanes = stretch.lanes.filter { _ in dice.chance(60) }
            let from = Beginning.after(driven.present)
            opened.append((shape, driven.follow(shape.shape, lanes, from: from)))
            driven.advance(to: driven.now + .seconds(dice.within(0...10)), &dice, strides: 1...200)
        }
        driven.advance(to: stretch.last, &dice, strides: 1...200)
        for (shape, subscription) in opened {
            let alone = stretch.offline(shape.shape).lines(
                after: subscription.replay.beginning, of: subscription.lanes)
            expectSame(subscription.lines, alone, "\(shape) among all, seed \(seed)")
        }
    }

    @Test(arguments: TestShape.allCases, 31...32 as ClosedRange<UInt64>)
    func `windows that a replay fills only at its end say what those filled all along say`(
        shape: TestShape, seed: UInt64
    ) {
        var dice = Dice(seed: seed)
        let lanes: [LaneID] = [0, 34]
        let fleet = TestFleets.simulated(seed: seed)
        let opening = TestFleets.epoch + FleetDuration(ticks: dice.within(10_000...40_000))
        let last = opening + .seconds(45)
        // Lines from before the sessions' starts on: nothing is left out.
        let offline = OfflineLines(
            of: lanes, in: fleet, shape.shape, after: TestFleets.epoch - .seconds(70), fromLap: 0,
            through: last)
        let driven = DrivenFleet(fleet, at: opening)
        let subscription = driven.follow(shape.shape, lanes, from: .after(driven.present))
        driven.advance(to: last, &dice, strides: 1...200)
        expectSame(
            subscription.lines, offline.lines(after: StreamPosition(after: opening)),
            "\(shape), seed \(seed), opened at \(opening)")
    }

    @Test func `more lanes in the fleet, or followed, change no line of the others`() {
        let shape = TestShape.everything.shape
        let few = lines(of: [13, 34], in: TestFleets.simulated(lanes: 35), shape)
        let many = lines(of: [5, 13, 21, 34, 89], in: TestFleets.simulated(lanes: 5000), shape)
        expectSame(few, many.filter { [13, 34].contains($0.session.lane) }, "more lanes")
        #expect(Set(many.map(\.session.lane)) == [5, 13, 21, 34, 89])
        #expect(few.count > 100)
    }

    private func lines(
        of lanes: [LaneID], in fleet: Fleet, _ shape: ChannelShape
    ) -> [PipelineLine] {
        let driven = DrivenFleet(fleet, at: TestFleets.epoch)
        let subscription = driven.follow(shape, lanes, from: .after(driven.present))
        driven.advance(to: TestFleets.epoch + .seconds(60))
        return subscription.lines
    }

    @Test(arguments: [2, 10, 50] as [Int64])
    func `every sample rate gives the same bytes live, replayed and offline`(hertz: Int64) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        var shape = TestShape.everything.shape
        shape.every = rate.period
        let fleet = TestFleets.simulated(rate: rate)
        let last = TestFleets.epoch + FleetDuration(ticks: 260)
        let stretch = FleetStretch(
            fleet: fleet, lanes: [0, 34], opening: TestFleets.epoch, last: last)
        var dice = Dice(seed: UInt64(hertz))
        let offline = stretch.offline(shape)
        try #require(offline.lines.count >= 2 * 5 * Int(hertz))
        checkLive(stretch, shape, offline, &dice, strides: 1...60, "\(hertz) Hz live")
        checkReplay(stretch, shape, offline, &dice, "\(hertz) Hz replayed")
    }
}
