import ChannelPipeline
import Testing
import Vocabulary
import WireProtocol

@Suite struct LiveFleetTests {
    private static let shapes: [TestShape] = [.everything, .stat, .clock, .marks]

    @Test(arguments: 71...74 as ClosedRange<UInt64>)
    func `whatever opens, joins and leaves, each subscription gets its lines, and nothing stays`(
        seed: UInt64
    ) throws {
        let scene = try Scene.recordings(seed: seed, rows: 20)
        let offline = Dictionary(
            uniqueKeysWithValues: Self.shapes.map { shape in
                (shape.shape, Self.offline(scene, shape.shape))
            })
        var dice = Dice(seed: seed)
        let desk = Desk(scene.fleet, at: scene.opening)
        while desk.now < scene.last { act(on: desk, scene, &dice) }
        for subscription in desk.subscriptions { desk.leave(subscription) }
        #expect(desk.laneCount == 0, "seed \(seed)")
        #expect(desk.channelCount == 0, "seed \(seed)")
        #expect(desk.subscriptions.count > 8, "seed \(seed)")
        for (index, subscription) in desk.subscriptions.enumerated() {
            let lines = try #require(offline[subscription.replay.shape])
            check(subscription, lines, "subscription \(index), seed \(seed)")
        }
    }

    /// From before the youngest lane's session on, so that "start" is covered.
    private static func offline(_ scene: Scene, _ shape: ChannelShape) -> OfflineLines {
        OfflineLines(
            of: scene.lanes, in: scene.fleet, shape,
            after: scene.fleet.start(of: SessionName(lane: 13, lap: 0)) - FleetDuration(ticks: 1),
            fromLap: 0, through: scene.last)
    }

    private func act(on desk: Desk, _ scene: Scene, _ dice: inout Dice) {
        switch dice.within(0...9) {
        case 0, 1:
            open(on: desk, scene, &dice)
        case 2:
            if dice.chance(40), let any = desk.subscriptions.randomElement(using: &dice) {
                desk.leave(any)
            }
        case 3, 4, 5:
            let waiting = desk.subscriptions.filter { !$0.isLive }
            guard let any = waiting.randomElement(using: &dice) else { return }
            desk.work(
                on: any, steps: Int(dice.within(1...4000)), bytes: Int(dice.within(1...40_000)))
        default:
            let step = FleetDuration(ticks: dice.pick([1, 1, 2, 50, dice.within(1...120)]))
            desk.advance(to: min(desk.now + step, scene.last))
        }
    }

    private func open(on desk: Desk, _ scene: Scene, _ dice: inout Dice) {
        let lanes = scene.lanes.filter { _ in dice.chance(50) }
        guard !lanes.isEmpty else { return }
        let start: Beginning =
            switch dice.within(0...2) {
            case 0: .sessionStarts
            case 1: .after(desk.present)
            default: .after(position(between: scene.opening, and: desk.now, &dice))
            }
        _ = desk.open(
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
        _ subscription: Desk.Subscription, _ offline: OfflineLines, _ context: String
    ) {
        let wanted = offline.lines(
            after: subscription.replay.beginning, through: subscription.last,
            of: subscription.lanes
        ).filter { $0.session.lap == 0 || !subscription.startsWithSessions }
        expectSame(subscription.lines, wanted, context)
    }

    @Test func `lines that nobody took leave with their channel`() throws {
        let scene = try Scene.recordings(seed: 77, rows: 20)
        var live = LiveFleet(scene.fleet, at: scene.opening)
        func join(_ shape: ChannelShape) -> (channel: Int, replay: Replay) {
            let replay = live.replay(
                shape, [LaneChoice(lane: 0)], from: .after(StreamPosition(after: live.now)),
                schedule: nil)
            while !replay.advance(to: live.now, steps: 1000, bytes: 1 << 20) {}
            return (live.join(replay, following: replay.choices), replay)
        }
        let (first, replay) = join(TestShape.sample.shape)
        live.advance(to: scene.opening + .seconds(5), clock: nil)
        #expect(live.channelsWithLines == [first])
        live.leave(first, replay.choices)
        #expect(live.channelsWithLines.isEmpty)
        live.removeLines()
        let (second, _) = join(TestShape.stat.shape)
        #expect(live.channelsWithLines.isEmpty)
        live.advance(to: live.now + .seconds(3), clock: nil)
        let types = live.withLines(of: second) { Set(Line.all(in: $0).compactMap(\.type)) }
        #expect(types == ["stat"])
    }

    @Test func `a place that is used again knows nothing of the lane before`() throws {
        let scene = try Scene.recordings(seed: 78, rows: 60)
        let shape = TestShape.session.shape
        let desk = Desk(scene.fleet, at: scene.opening)
        let offline = scene.offline(shape)
        let keeper = desk.follow(shape, [13], from: .after(desk.present))
        var count = 0
        for lane in [0, 1, 34, 1, 34, 0] {
            let subscription = desk.follow(shape, [lane], from: .after(desk.present))
            desk.advance(to: desk.now + .seconds(8))
            desk.leave(subscription)
            #expect(desk.laneCount == 1)
            let wanted = offline.lines(
                after: subscription.replay.beginning, through: subscription.last, of: [lane])
            count += wanted.count
            expectSame(subscription.lines, wanted, "lane \(lane)")
        }
        #expect(count > 5)
        let wanted = offline.lines(
            after: keeper.replay.beginning, through: desk.now, of: [13])
        expectSame(keeper.lines, wanted, "the lane that stayed")
    }

    @Test(arguments: [TestShape.everything, .clock])
    func `what is followed already is not computed again for who begins now`(
        shape: TestShape
    ) throws {
        let scene = try Scene.recordings(seed: 79, rows: 60)
        let shape = shape.shape
        let desk = Desk(scene.fleet, at: Hangar.epoch + .seconds(15))
        let first = desk.follow(shape, [1, 13, 34], from: .after(desk.present))
        // An instant at which statistics are due by the clock.
        let ahead = (-desk.now.ticks).remainderRoundingDown(by: shape.every.ticks)
        desk.advance(to: desk.now + shape.every + FleetDuration(ticks: ahead))
        let present = desk.present
        let choices = [LaneChoice(lane: 1), LaneChoice(lane: 34, laps: 0...0)]
        let second = desk.open(shape, choices, from: .after(present))
        let past = desk.open(shape, [LaneChoice(lane: 34, laps: -2 ... -1)], from: .after(present))
        let third = desk.open(
            shape, [0, 1, 13].map { LaneChoice(lane: $0) }, from: .after(present))
        desk.advance(to: desk.now + FleetDuration(ticks: 3))
        desk.leave(first)
        // A step for each lane, snapshot and tick is enough; a slice ends at the beginning.
        for steps in [5, 3] { desk.work(on: second, steps: steps, bytes: 1 << 20) }
        #expect(second.isLive)
        #expect(second.snapshots.map(\.session.lane) == [1, 34])
        for _ in 0..<100 where !third.isLive { desk.work(on: third, steps: 100, bytes: 1 << 20) }
        #expect(third.snapshots.map(\.session.lane) == [0, 1, 13])
        for steps in [3, 3] { desk.work(on: past, steps: steps, bytes: 1 << 20) }
        #expect(past.isLive)
        desk.advance(to: scene.last)
        let offline = scene.offline(shape)
        for subscription in [second, third] {
            expectSame(
                subscription.lines, offline.lines(after: present, of: subscription.lanes),
                "lanes \(subscription.lanes)")
        }
        #expect(past.snapshots.isEmpty)
    }

    @Test func `subscriptions of one shape share a channel, and a lane is flown once`() throws {
        let fleet = Hangar.simulated()
        let desk = Desk(fleet, at: Hangar.epoch + .seconds(20))
        let shape = TestShape.stat.shape
        let subscriptions = [[0, 34], [34], [0, 13, 34]].map { lanes in
            desk.follow(shape, lanes, from: .after(desk.present))
        }
        #expect(desk.channelCount == 1)
        #expect(desk.laneCount == 3)
        let other = desk.follow(TestShape.marks.shape, [0], from: .after(desk.present))
        #expect(desk.channelCount == 2)
        #expect(desk.laneCount == 3)
        desk.leave(subscriptions[2])
        #expect(desk.laneCount == 2)
        desk.leave(subscriptions[0])
        #expect(desk.laneCount == 2)
        desk.leave(subscriptions[1])
        #expect(desk.laneCount == 1)
        #expect(desk.channelCount == 1)
        desk.leave(other)
        #expect(desk.laneCount == 0)
        #expect(desk.channelCount == 0)
    }

    @Test func `lines are due with slots unless something followed asks for ticks`() throws {
        let tick = FleetDuration(ticks: 1)
        let desk = Desk(try Hangar.mixed(seed: 5), at: Hangar.epoch + .seconds(20))
        #expect(desk.grid == Fleet.slotDuration)
        _ = desk.follow(TestShape.everything.shape, [2, 13, 34], from: .after(desk.present))
        _ = desk.follow(TestShape.clock.shape, [2, 13], from: .after(desk.present))
        #expect(desk.grid == Fleet.slotDuration)
        var betweenSlots = TestShape.clock.shape
        betweenSlots.every = FleetDuration(ticks: 24)
        let asking = [
            desk.follow(betweenSlots, [13], from: .after(desk.present)),
            desk.follow(TestShape.sample.shape, [0], from: .after(desk.present)),
        ]
        for subscription in asking {
            #expect(desk.grid == tick)
            desk.leave(subscription)
        }
        #expect(desk.grid == Fleet.slotDuration)
        let slot = desk.now + .seconds(1)
        for (at, grid) in [(slot, Fleet.slotDuration), (slot + tick, tick)] {
            let lane = try desk.apply(.start(StartOrder(), at: at)).session.lane
            let started = desk.follow(TestShape.marks.shape, [lane], from: .after(desk.present))
            #expect(desk.grid == grid)
            desk.leave(started)
        }
    }

    @Test(arguments: SampleRate.allowed)
    func `with a period of whole slots, lines are due with slots`(hertz: Int64) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        let desk = Desk(Hangar.simulated(rate: rate), at: Hangar.epoch + .seconds(20))
        _ = desk.follow(TestShape.sample.shape, [0, 34], from: .after(desk.present))
        #expect((desk.grid == Fleet.slotDuration) == [1, 2, 5, 10].contains(hertz))
        desk.advance(to: desk.now + .seconds(3))
    }

    @Test(arguments: [1, 1 << 20])
    func `a tick with many lines may be made in parts, and be left between two`(bytes: Int) throws {
        var lanes = Array(0..<80)
        let desk = Desk(Hangar.simulated(lanes: lanes.count), at: Hangar.epoch)
        // All are due together every seven seconds.
        let shape = TestShape.clock.shape
        let slices = desk.open(
            shape, lanes.map { LaneChoice(lane: $0) }, from: .after(desk.present))
        desk.advance(to: desk.now + .seconds(8))
        var withinTicks = 0
        while !slices.isLive {
            desk.work(on: slices, steps: 10, bytes: bytes)
            guard slices.isWithinTick else { continue }
            withinTicks += 1
            // A lane that is started just then has its lines too.
            guard withinTicks == 1 else { continue }
            let order = CommandRequest.start(StartOrder(), at: nil)
            try lanes.append(desk.apply(order, followers: [slices]).session.lane)
        }
        #expect(withinTicks > 0)
        let leaving = [0, 70, 79].map {
            desk.follow(shape, [$0], from: .after(desk.present))
        }
        let end = desk.now + .seconds(20)
        var parts = 0
        while desk.now < end {
            desk.advancePart(to: end, bytes: bytes)
            guard desk.present != StreamPosition(after: desk.now) else { continue }
            parts += 1
            if parts <= leaving.count { desk.leave(leaving[parts - 1]) }
        }
        #expect((parts > 0) == (bytes < 1 << 20))
        let offline = OfflineLines(
            of: lanes, in: desk.fleet, shape, after: Hangar.epoch, through: end)
        expectSame(slices.lines, offline.lines(after: slices.replay.beginning, of: lanes), "parts")
    }
}
