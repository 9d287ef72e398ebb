import ChannelPipeline
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct ReplayTests {
    private func replay(
        _ fleet: Fleet, _ lanes: [LaneID], from start: Beginning, present: FleetInstant
    ) -> Replay {
        Replay(
            of: fleet, shape: TestShape.marks.shape, choices: lanes.map { LaneChoice(lane: $0) },
            start: start, opened: present, schedule: nil)
    }

    @Test(arguments: [0, 15, 1 << 24, 12_345 << 24, .max >> 26] as [UInt64])
    func `an anchor from before all sessions resumes with the first that there is`(
        bits: UInt64
    ) throws {
        let fleet = TestFleets.simulated(lanes: 2)
        let position = StreamPosition(bits: bits)
        let replay = replay(fleet, [1], from: .after(position), present: TestFleets.epoch)
        var lines: [PipelineLine] = []
        while lines.count(where: { $0.isData }) < 3 {
            #expect(!replay.advance(to: TestFleets.epoch, steps: 1000, bytes: 1000))
            replay.consumeLines { lines += PipelineLine.all(in: $0) }
        }
        let first = try #require(lines.first { $0.isData })
        #expect(first.field("event") == "start")
        #expect(first.n == 1)
        #expect(fleet.contains(first.session))
        #expect(first.position == StreamPosition(fleet.start(of: first.session), lane: 1, .start))
        let before = SessionName(lane: 1, lap: first.session.lap - 1)
        #expect(!fleet.contains(before) || fleet.start(of: before) <= position.instant)
    }

    @Test(arguments: [0, 1, 7, 9_999, 10_000, 599_999])
    func `the first and the last session that a lane can have are told from their starts`(
        lane: LaneID
    ) throws {
        let fleet = TestFleets.simulated(lanes: 600_000)
        let presents = FleetInstant.presents
        let first = fleet.session(of: lane, at: presents.lowerBound).lap
        let last = fleet.session(of: lane, at: presents.upperBound).lap
        for lap in [first - 3...first, last...last + 3].flatMap(\.self) {
            guard fleet.contains(SessionName(lane: lane, lap: lap)) else { continue }
            let replay = Replay(
                of: fleet, shape: TestShape.everything.shape,
                choices: [LaneChoice(lane: lane, laps: lap...lap)], start: .sessionStarts,
                opened: presents.upperBound, schedule: nil)
            _ = replay.advance(to: presents.upperBound, steps: 100, bytes: 100_000)
            var lines: [PipelineLine] = []
            replay.consumeLines { lines = PipelineLine.all(in: $0) }
            #expect(lines.contains { $0.isData && $0.n == 1 }, "s\(lane).\(lap)")
        }
        #expect(fleet.contains(SessionName(lane: lane, lap: first)))
        #expect(fleet.contains(SessionName(lane: lane, lap: last + 1)))
    }

    @Test func `a slice is as small as it is asked to be`() throws {
        let stretch = try FleetStretch.recordings(seed: 121, rows: 20)
        let replay = Replay(
            of: stretch.fleet, shape: TestShape.everything.shape,
            choices: stretch.lanes.map { LaneChoice(lane: $0) },
            start: .after(StreamPosition(after: stretch.opening)), opened: stretch.last,
            schedule: nil)
        var slices = 0
        var lines: [PipelineLine] = []
        while !replay.advance(to: stretch.last, steps: 1, bytes: 1) {
            var bytes = 0
            replay.consumeLines { block in
                bytes = block.bytes.count
                lines += PipelineLine.all(in: block)
            }
            // At most the lines of one tick: a step of each lane.
            #expect(bytes < 8 * 3000)
            slices += 1
        }
        replay.consumeLines { lines += PipelineLine.all(in: $0) }
        #expect(slices > 1000)
        let data = lines.filter { $0.isData }
        expectSame(data, stretch.offline(TestShape.everything.shape).lines, "in small slices")
        #expect(replay.now == stretch.last)
        #expect(lines.prefix(4).allSatisfy { !$0.isData })
    }

    @Test func `from the start begins with the oldest of the chosen sessions that fly`() throws {
        let fleet = TestFleets.simulated()
        let present = TestFleets.epoch + .seconds(9)
        for lanes: [LaneID] in [[0], [0, 34], [5, 34], [13]] {
            let replay = replay(fleet, lanes, from: .sessionStarts, present: present)
            let first = lanes.map { fleet.start(of: fleet.session(of: $0, at: present)) }.min()
            #expect(
                replay.beginning
                    == first.map {
                        StreamPosition(after: $0 - FleetDuration(ticks: 1))
                    })
        }
    }

    @Test func `before a recording begins there is nothing to replay`() throws {
        let stretch = try FleetStretch.recordings(seed: 122, rows: 20)
        let present = TestFleets.epoch - .seconds(3)
        let driven = DrivenFleet(stretch.fleet, at: present)
        let subscription = driven.follow(TestShape.everything.shape, [0], from: .sessionStarts)
        #expect(subscription.lines.isEmpty)
        #expect(subscription.snapshots.map { $0.field("state") } == ["scheduled"])
        driven.advance(to: stretch.last)
        let lines = stretch.offline(TestShape.everything.shape).lines
        expectSame(subscription.lines, lines.filter { $0.session.lane == 0 }, "from before")
    }
}
