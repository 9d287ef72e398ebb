import ChannelPipeline
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct LiveFleetTests {
    private static let shapes: [TestShape] = [.everything, .stat, .clock, .marks]

    @Test(arguments: 71...74 as ClosedRange<UInt64>)
    func `whatever opens, joins and leaves, each subscription gets its lines, and nothing stays`(
        seed: UInt64
    ) throws {
        let stretch = try FleetStretch.recordings(seed: seed, rows: 20)
        let offline = Dictionary(
            uniqueKeysWithValues: Self.shapes.map { shape in
                (shape.shape, Self.offline(stretch, shape.shape))
            })
        var dice = Dice(seed: seed)
        let driven = DrivenFleet(stretch.fleet, at: stretch.opening)
        while driven.now < stretch.last { act(on: driven, stretch, &dice) }
        for subscription in driven.subscriptions { driven.leave(subscription) }
        #expect(driven.laneCount == 0, "seed \(seed)")
        #expect(driven.channelCount == 0, "seed \(seed)")
        #expect(driven.subscriptions.count > 8, "seed \(seed)")
        for (index, subscription) in driven.subscriptions.enumerated() {
            let lines = try #require(offline[subscription.replay.shape])
            check(subscription, lines, "subscription \(index), seed \(seed)")
        }
    }

    /// From before the youngest lane's session on, so that "start" is covered.
    private static func offline(_ stretch: FleetStretch, _ shape: ChannelShape) -> OfflineLines {
        OfflineLines(
            of: stretch.lanes, in: stretch.fleet, shape,
            after: stretch.fleet.start(of: SessionName(lane: 13, lap: 0)) - FleetDuration(ticks: 1),
            fromLap: 0, through: stretch.last)
    }

    private func act(on driven: DrivenFleet, _ stretch: FleetStretch, _ dice: inout Dice) {
        switch dice.within(0...9) {
        case 0, 1:
            open(on: driven, stretch, &dice)
        case 2:
            if dice.chance(40), let any = driven.subscriptions.randomElement(using: &dice) {
                driven.leave(any)
            }
        case 3, 4, 5:
            let waiting = driven.subscriptions.filter { !$0.isLive }
            guard let any = waiting.randomElement(using: &dice) else { return }
            driven.work(
                on: any, steps: Int(dice.within(1...4000)), bytes: Int(dice.within(1...40_000)))
        default:
            let step = FleetDuration(ticks: dice.pick([1, 1, 2, 50, dice.within(1...120)]))
            driven.advance(to: min(driven.now + step, stretch.last))
        }
    }

    private func open(on driven: DrivenFleet, _ stretch: FleetStretch, _ dice: inout Dice) {
        let lanes = stretch.lanes.filter { _ in dice.chance(50) }
        guard !lanes.isEmpty else { return }
        let start: Beginning =
            switch dice.within(0...2) {
            case 0: .sessionStarts
            case 1: .after(driven.present)
            default: .after(position(between: stretch.opening, and: driven.now, &dice))
            }
        _ = driven.open(
            dice.pick(Self.shapes).shape, lanes.map { LaneChoice(lane: $0) }, from: start)
    }

    private func position(
        between first: FleetInstant, and last: FleetInstant, _ dice: inout Dice
    ) -> StreamPosition {
        let ticks = dice.within(first.ticks...last.ticks)
        return StreamPosition(
            FleetInstant(ticks: ticks), lane: dice.pick([0, 1, 13, 34, 99]), .phase)
    }

    private func check(
        _ subscription: DrivenFleet.Subscription, _ offline: OfflineLines, _ context: String
    ) {
        let wanted = offline.lines(
            after: subscription.replay.beginning, through: subscription.last,
            of: subscription.lanes
        ).filter { $0.session.lap == 0 || !subscription.startsWithSessions }
        expectSame(subscription.lines, wanted, context)
    }

    @Test func `lines that nobody took leave with their channel`() throws {
        let stretch = try FleetStretch.recordings(seed: 77, rows: 20)
        var live = LiveFleet(stretch.fleet, at: stretch.opening)
        func join(_ shape: ChannelShape) -> (channel: ChannelID, replay: Replay) {
            let replay = live.replay(
                shape, [LaneChoice(lane: 0)], from: .after(StreamPosition(after: live.now)),
                schedule: nil)
            while !replay.advance(to: live.now, steps: 1000, bytes: 1 << 20) {}
            return (live.join(replay, following: replay.choices), replay)
        }
        let (first, replay) = join(TestShape.sample.shape)
        live.advance(to: stretch.opening + .seconds(5), clock: nil)
        #expect(live.channelsWithLines == [first])
        live.leave(first, replay.choices)
        #expect(live.channelsWithLines.isEmpty)
        live.removeLines()
        let (second, _) = join(TestShape.stat.shape)
        #expect(live.channelsWithLines.isEmpty)
        live.advance(to: live.now + .seconds(3), clock: nil)
        let types = live.withLines(of: second) { Set(PipelineLine.all(in: $0).compactMap(\.type)) }
        #expect(types == ["stat"])
    }

    @Test func `a place that is used again knows nothing of the lane before`() throws {
        let stretch = try FleetStretch.recordings(seed: 78, rows: 60)
        let shape = TestShape.session.shape
        let driven = DrivenFleet(stretch.fleet, at: stretch.opening)
        let offline = stretch.offline(shape)
        let keeper = driven.follow(shape, [13], from: .after(driven.present))
        var count = 0
        for lane: LaneID in [0, 1, 34, 1, 34, 0] {
            let subscription = driven.follow(shape, [lane], from: .after(driven.present))
            driven.advance(to: driven.now + .seconds(8))
            driven.leave(subscription)
            #expect(driven.laneCount == 1)
            let wanted = offline.lines(
                after: subscription.replay.beginning, through: subscription.last, of: [lane])
            count += wanted.count
            expectSame(subscription.lines, wanted, "lane \(lane)")
        }
        #expect(count > 5)
        let wanted = offline.lines(
            after: keeper.replay.beginning, through: driven.now, of: [13])
        expectSame(keeper.lines, wanted, "the lane that stayed")
    }

    @Test(arguments: [TestShape.everything, .clock])
    func `what is followed already is not computed again for who begins now`(
        shape: TestShape
    ) throws {
        let stretch = try FleetStretch.recordings(seed: 79, rows: 60)
        let shape = shape.shape
        let driven = DrivenFleet(stretch.fleet, at: TestFleets.epoch + .seconds(15))
        let first = driven.follow(shape, [1, 13, 34], from: .after(driven.present))
        // An instant at which statistics are due by the clock.
        let ahead = (-driven.now.ticks).remainderRoundingDown(by: shape.every.ticks)
        driven.advance(to: driven.now + shape.every + FleetDuration(ticks: ahead))
        let present = driven.present
        let choices = [LaneChoice(lane: 1), LaneChoice(lane: 34, laps: 0...0)]
        let second = driven.open(shape, choices, from: .after(present))
        let past = driven.open(
            shape, [LaneChoice(lane: 34, laps: -2 ... -1)], from: .after(present))
        let third = driven.open(
            shape, [0, 1, 13].map { LaneChoice(lane: $0) }, from: .after(present))
        driven.advance(to: driven.now + FleetDuration(ticks: 3))
        driven.leave(first)
        // A step for each lane, snapshot and tick is enough; a slice ends at the beginning.
        for steps in [5, 3] { driven.work(on: second, steps: steps, bytes: 1 << 20) }
        #expect(second.isLive)
        #expect(second.snapshots.map(\.session.lane) == [1, 34])
        for _ in 0..<100 where !third.isLive { driven.work(on: third, steps: 100, bytes: 1 << 20) }
        #expect(third.snapshots.map(\.session.lane) == [0, 1, 13])
        for steps in [3, 3] { driven.work(on: past, steps: steps, bytes: 1 << 20) }
        #expect(past.isLive)
        driven.advance(to: stretch.last)
        let offline = stretch.offline(shape)
        for subscription in [second, third] {
            expectSame(
                subscription.lines, offline.lines(after: present, of: subscription.lanes),
                "lanes \(subscription.lanes)")
        }
        #expect(past.snapshots.isEmpty)
    }

    @Test func `subscriptions of one shape share a channel, and a lane is flown once`() throws {
        let fleet = TestFleets.simulated()
        let driven = DrivenFleet(fleet, at: TestFleets.epoch + .seconds(20))
        let shape = TestShape.stat.shape
        let subscriptions = [[0, 34], [34], [0, 13, 34]].map { lanes in
            driven.follow(shape, lanes, from: .after(driven.present))
        }
        #expect(driven.channelCount == 1)
        #expect(driven.laneCount == 3)
        let other = driven.follow(TestShape.marks.shape, [0], from: .after(driven.present))
        #expect(driven.channelCount == 2)
        #expect(driven.laneCount == 3)
        driven.leave(subscriptions[2])
        #expect(driven.laneCount == 2)
        driven.leave(subscriptions[0])
        #expect(driven.laneCount == 2)
        driven.leave(subscriptions[1])
        #expect(driven.laneCount == 1)
        #expect(driven.channelCount == 1)
        driven.leave(other)
        #expect(driven.laneCount == 0)
        #expect(driven.channelCount == 0)
    }

    @Test func `lines are due with slots unless something followed asks for ticks`() throws {
        let tick = FleetDuration(ticks: 1)
        let driven = DrivenFleet(try TestFleets.mixed(seed: 5), at: TestFleets.epoch + .seconds(20))
        #expect(driven.grid == Fleet.slotDuration)
        _ = driven.follow(TestShape.everything.shape, [2, 13, 34], from: .after(driven.present))
        _ = driven.follow(TestShape.clock.shape, [2, 13], from: .after(driven.present))
        #expect(driven.grid == Fleet.slotDuration)
        var betweenSlots = TestShape.clock.shape
        betweenSlots.every = FleetDuration(ticks: 24)
        let asking = [
            driven.follow(betweenSlots, [13], from: .after(driven.present)),
            driven.follow(TestShape.sample.shape, [0], from: .after(driven.present)),
        ]
        for subscription in asking {
            #expect(driven.grid == tick)
            driven.leave(subscription)
        }
        #expect(driven.grid == Fleet.slotDuration)
        let slot = driven.now + .seconds(1)
        for (at, grid) in [(slot, Fleet.slotDuration), (slot + tick, tick)] {
            let lane = try driven.apply(.start(StartOrder(), at: at)).session.lane
            let started = driven.follow(TestShape.marks.shape, [lane], from: .after(driven.present))
            #expect(driven.grid == grid)
            driven.leave(started)
        }
    }

    @Test(arguments: SampleRate.allowed)
    func `with a period of whole slots, lines are due with slots`(hertz: Int64) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        let driven = DrivenFleet(
            TestFleets.simulated(rate: rate), at: TestFleets.epoch + .seconds(20))
        _ = driven.follow(TestShape.sample.shape, [0, 34], from: .after(driven.present))
        #expect((driven.grid == Fleet.slotDuration) == [1, 2, 5, 10].contains(hertz))
        driven.advance(to: driven.now + .seconds(3))
    }

    @Test(arguments: [1, 1 << 20])
    func `a tick with many lines may be made in parts, and be left between two`(bytes: Int) throws {
        let driven = DrivenFleet(TestFleets.simulated(lanes: 80), at: TestFleets.epoch)
        var lanes = driven.fleet.flownLanes
        // All are due together every seven seconds.
        let shape = TestShape.clock.shape
        let slices = driven.open(
            shape, lanes.map { LaneChoice(lane: $0) }, from: .after(driven.present))
        driven.advance(to: driven.now + .seconds(8))
        var withinTicks = 0
        while !slices.isLive {
            driven.work(on: slices, steps: 10, bytes: bytes)
            guard slices.isWithinTick else { continue }
            withinTicks += 1
            // A lane that is started just then has its lines too.
            guard withinTicks == 1 else { continue }
            let order = CommandRequest.start(StartOrder(), at: nil)
            try lanes.append(driven.apply(order, followers: [slices]).session.lane)
        }
        #expect(withinTicks > 0)
        let leaving = [0, 70, 79].map {
            driven.follow(shape, [$0], from: .after(driven.present))
        }
        let end = driven.now + .seconds(20)
        var parts = 0
        while driven.now < end {
            driven.advancePart(to: end, bytes: bytes)
            guard driven.present != StreamPosition(after: driven.now) else { continue }
            parts += 1
            if parts <= leaving.count { driven.leave(leaving[parts - 1]) }
        }
        #expect((parts > 0) == (bytes < 1 << 20))
        let offline = OfflineLines(
            of: lanes, in: driven.fleet, shape, after: TestFleets.epoch, through: end)
        expectSame(slices.lines, offline.lines(after: slices.replay.beginning, of: lanes), "parts")
    }
}
