import ChannelPipeline
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// A fleet that several daemons fly, each a part of it.
@Suite struct ShardedFleetTests {
    private func fleet(_ shard: FleetShard = .whole, lanes: Int = 5) throws -> Fleet {
        let recordings = [
            try ReferenceRecording(seed: 7, rows: 60).recording(),
            try ReferenceRecording(seed: 1007, rows: 40, from: 777).recording(),
        ]
        return Fleet(
            seed: 7, epoch: TestFleets.epoch, simulatedLanes: lanes, recordings: recordings,
            shard: shard)
    }

    /// All that a subscription to everything is told.
    private func lines(of fleet: Fleet, _ shape: ChannelShape) throws -> [PipelineLine] {
        let driven = DrivenFleet(fleet, at: TestFleets.epoch - .seconds(1))
        let subscription = driven.open(shape, try fleet.choices(.all), from: .after(driven.present))
        while !subscription.isLive { driven.work(on: subscription, steps: 10_000, bytes: 1 << 20) }
        driven.advance(to: TestFleets.epoch + .seconds(80))
        return subscription.lines
    }

    @Test(arguments: [1, 2, 3, 9])
    func `the lines of all shards are those of the whole fleet, byte for byte`(count: Int) throws {
        let shape = TestShape.everything.shape
        var merged: [PipelineLine] = []
        for index in 0..<count {
            let shard = try #require(FleetShard(index: index, count: count))
            let part = try fleet(shard)
            #expect(part.identity == (try fleet().identity))
            let lines = try lines(of: part, shape)
            #expect(lines.allSatisfy { shard.contains(lane: $0.session.lane) })
            #expect(lines.isEmpty == (index >= 7))
            merged += lines
        }
        merged.sort { $0.position < $1.position }
        expectSame(merged, try lines(of: fleet(), shape), "\(count) shards")
    }

    @Test func `a lane of another shard is refused and told where it lies`() throws {
        let part = try fleet(try #require(FleetShard(index: 1, count: 3)))
        #expect(try part.choices(.all).map(\.lane) == [1, 4])
        let own = SessionSelection([SelectedSessions(lane: 4)])
        #expect(try part.choices(own) == [LaneChoice(lane: 4)])
        for (lane, place) in [(0, "0/3"), (5, "2/3")] as [(LaneID, String)] {
            let error = #expect(throws: WireError.self) {
                try part.choices(SessionSelection([SelectedSessions(lane: lane)]))
            }
            #expect(error?.code == .unknownSession)
            #expect(error?.reason == "s\(lane) lies in shard \(place), and this is shard 1/3.")
        }
        let beyond = #expect(throws: WireError.self) {
            try part.choices(SessionSelection([SelectedSessions(lane: 8)]))
        }
        #expect(beyond?.reason == "This fleet has no s8.")
    }

    @Test func `commands reach the shard's own lanes, and what is started lies in it`() throws {
        let shard = try #require(FleetShard(index: 2, count: 3))
        var part = try fleet(shard)
        let now = TestFleets.epoch + .seconds(5)
        let error = #expect(throws: WireError.self) {
            try part.command(.pause(SelectedSessions(lane: 4)), after: now)
        }
        #expect(error?.reason == "s4 lies in shard 1/3, and this is shard 2/3.")
        #expect(error?.field == "session")
        for _ in 0..<3 {
            let command = try part.command(
                .start(StartOrder(), at: nil), after: now, stride: shard.count,
                remainder: shard.index)
            #expect(shard.contains(lane: command.session.lane))
            try part.enter(command)
        }
        #expect(try part.choices(.all).map(\.lane).allSatisfy(shard.contains))
        #expect(try part.choices(.all, since: now).count == 2 + 3)
    }

    @Test func `pages list the shard's own lanes, each once`() throws {
        let part = try fleet(try #require(FleetShard(index: 2, count: 4)), lanes: 16)
        var lanes: [Int] = []
        var next: Int? = 0
        while let from = next {
            let page = SessionsPage(
                of: part, from: LaneID(index: from), limit: 2, at: TestFleets.epoch)
            while !page.advance(steps: 10_000) {}
            var buffer = LineBuffer()
            page.append(id: nil, to: &buffer)
            let value = try #require(JSONValue(line: Array(buffer.text.utf8)))
            #expect(value["shard"]?.text == "2/4")
            #expect(value["fleet_sessions"]?.integer == 18)
            #expect(value["total"]?.integer == 4)
            lanes += (value["sessions"]?.items ?? []).compactMap { $0["lane"]?.integer }
            next = value["next"]?.integer
        }
        #expect(lanes == [2, 6, 10, 14])
    }
}
