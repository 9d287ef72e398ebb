import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ChannelPipeline

/// Started sessions that come and go within a replay.
@Suite struct PassingLanesTests {
    private static let beginning = StreamPosition(after: TestFleets.epoch)

    /// A fleet in which somebody starts a session every ten seconds and stops it soon; now and then
    /// one is planned first, and its book has an entry before it begins.
    private func busyFleet(_ sessions: Int) throws -> (fleet: Fleet, now: FleetInstant) {
        var fleet = TestFleets.simulated(lanes: 2)
        var now = TestFleets.epoch
        for number in 0..<sessions {
            let isPlanned = number % 5 == 0
            let start = isPlanned ? now + .seconds(4) : nil
            let command = try fleet.command(.start(StartOrder(), at: start), after: now)
            try fleet.enter(command)
            let lane = command.session.lane
            if isPlanned, let mass = ManualSample(.bodyMass, value: 713, from: now, to: now) {
                try fleet.enter(fleet.command(.add(mass, lane: lane), after: now))
            }
            now = now + .seconds(8)
            // One goes on for long.
            if number != 3 {
                try fleet.enter(fleet.command(.stop(SelectedSessions(lane: lane)), after: now))
            }
            now = now + .seconds(2)
        }
        return (fleet, now)
    }

    private func replay(
        _ fleet: Fleet, _ shape: ChannelShape, opened: FleetInstant
    ) throws -> Replay {
        Replay(
            of: fleet, shape: shape,
            choices: try fleet.choices(.all, since: Self.beginning.instant),
            start: .after(Self.beginning), opened: opened, schedule: nil)
    }

    private var shape: ChannelShape {
        var shape = ChannelShape()
        shape.kinds = [.entry, .event, .phase, .stat]
        shape.every = .seconds(5)
        return shape
    }

    /// The lines, and the most lanes that were held at once.
    private func run(_ replay: Replay, to now: FleetInstant) -> (lines: [PipelineLine], most: Int) {
        var lines: [PipelineLine] = []
        var (isThere, most) = (false, 0)
        while !isThere {
            isThere = replay.advance(to: now, steps: 30, bytes: 1 << 16)
            most = max(most, replay.run.placeCount)
            replay.consumeLines { lines += PipelineLine.all(in: $0) }
        }
        return (lines, most)
    }

    /// The lines of a run that holds all lanes from the beginning.
    private func expected(
        _ fleet: Fleet, _ shape: ChannelShape, through now: FleetInstant
    ) -> [PipelineLine] {
        var run = FleetRun(of: fleet, after: Self.beginning.instant)
        let channel = run.add(Channel(shape: shape, of: fleet, after: Self.beginning))
        for lane in fleet.flownLanes + fleet.commands.startedLanes {
            let session = fleet.session(of: lane, at: Self.beginning.instant)
            _ = run.bring(
                run.add(LaneFlight(session, of: fleet)), to: Self.beginning.instant, atMost: .max)
        }
        run.advance(to: now)
        return run.withLines(of: channel) { PipelineLine.all(in: $0) }
    }

    @Test func `a replay holds as many lanes as flew at once`() throws {
        let (fleet, now) = try busyFleet(40)
        let (lines, most) = run(try replay(fleet, shape, opened: now), to: now)
        expectSame(lines.filter(\.isData), expected(fleet, shape, through: now), "all")
        // Two of the fleet's own, one that goes on, and one or two others.
        #expect(most <= 5)
        let known = lines.filter { !$0.isData }.map(\.session).filter { !$0.isBook }
        #expect(known.map(\.lane) == [0, 1] + (600_000..<600_040))
    }

    @Test func `what is commanded while a replay goes on is in it`() throws {
        var (fleet, now) = try busyFleet(4)
        let replay = try replay(fleet, shape, opened: now)
        _ = replay.advance(to: now, steps: 1500, bytes: .max)
        let planned = try fleet.command(
            .start(StartOrder(), at: now + .seconds(20)), after: now)
        try fleet.enter(planned)
        replay.apply(planned, of: fleet)
        replay.add(lane: planned.session.lane)
        let mass = try #require(ManualSample(.bodyMass, value: 700, from: now, to: now))
        let entry = try fleet.command(.add(mass, lane: planned.session.lane), after: now)
        try fleet.enter(entry)
        replay.apply(entry, of: fleet)
        now = now + .seconds(40)
        let (lines, _) = run(replay, to: now)
        expectSame(lines.filter(\.isData), expected(fleet, shape, through: now), "all")
    }

    @Test func `where it joins, it holds what has not ended`() throws {
        let (fleet, now) = try busyFleet(10)
        var planned = fleet
        let start = try planned.command(.start(StartOrder(), at: now + .seconds(500)), after: now)
        try planned.enter(start)
        let replay = try replay(planned, shape, opened: now)
        _ = run(replay, to: now)
        var live = LiveFleet(planned, at: now)
        let lanes = planned.flownLanes + planned.startedLanes(at: now)
        #expect(lanes == [0, 1, 600_003, start.session.lane])
        let channel = live.join(replay, following: lanes.map { LaneChoice(lane: $0) })
        #expect(live.laneCount == 4)
        live.advance(to: now + .seconds(600), clock: nil)
        let lines = live.withLines(of: channel) { PipelineLine.all(in: $0) }
        #expect(lines.contains { $0.session == start.session && $0.n == 1 })
    }

    @Test func `the account holds for whatever starts and ends meanwhile`() {
        let memory = ChannelMemoryBound(shape: shape, of: TestFleets.simulated(lanes: 2))
        func choices(_ started: Int) -> [LaneChoice] {
            let started = (0..<started).map { LaneID(index: 600_000 + $0) }
            return ([0, 1] + started).map { LaneChoice(lane: $0) }
        }
        var count = PassingCount(of: choices(3000), followed: choices(2))
        #expect(count.atOnce == ProtocolLimits.startedSessions - 2 && count.known == 2998)
        #expect(PassingCount(of: choices(2), followed: choices(2)) == .none)
        count = PassingCount(of: choices(2), followed: choices(1))
        let bytes = memory.replayBytes(choices(1), passing: count)
        var takesRoom = [count.start()]
        #expect(memory.replayBytes(choices(2), passing: count) == bytes)
        count.end()
        #expect(memory.replayBytes(choices(1), passing: count) == bytes)
        takesRoom += [count.start(), count.start()]
        #expect(takesRoom == [false, false, true])
        let one =
            memory.addedBytes(600_000, isCatchingUp: true)
            - memory.addedBytes(600_000, isCatchingUp: false)
        #expect(memory.replayBytes(choices(3), passing: count) == bytes + one)
    }
}
