import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ChannelPipeline

/// What is said of sessions that have been forgotten.
@Suite struct ForgottenSessionTests {
    private func forgetful() throws -> Fleet {
        var fleet = TestFleets.simulated(lanes: 2)
        var now = TestFleets.epoch
        for _ in 0..<3 {
            try fleet.enter(fleet.command(.start(StartOrder(), at: nil), after: now))
        }
        now = now + .seconds(60)
        let mass = try #require(ManualSample(.bodyMass, value: 713, from: now, to: now))
        try fleet.enter(fleet.command(.add(mass, lane: 600_001), after: now))
        for lane: LaneID in [600_000, 600_001] {
            try fleet.enter(fleet.command(.stop(SelectedSessions(lane: lane)), after: now))
        }
        now = now + .seconds(100)
        let limits = RetentionLimits(
            longest: .lap, settling: .seconds(10), commands: 0, removedEntriesKept: 1000)
        fleet.forget(try #require(fleet.forgettable(at: now, limits)))
        return fleet
    }

    @Test func `names of started sessions go on`() throws {
        var fleet = try forgetful()
        let now = TestFleets.epoch + .seconds(200)
        #expect(fleet.commands.retention.lastForgottenLane == 600_001)
        #expect(fleet.startedLanes(at: now) == [600_002])
        #expect(fleet.commands.count == 1)
        let later = now + .lap
        let limits = RetentionLimits(
            longest: .zero, settling: .zero, commands: 0, removedEntriesKept: 1000)
        fleet.forget(try #require(fleet.forgettable(at: later, limits)))
        #expect(fleet.startedLanes(at: later).isEmpty)
        let next = try fleet.command(.start(StartOrder(), at: nil), after: later)
        #expect(next.session.lane == 600_003)
    }

    @Test func `a replay does not forget with the fleet when that gets more lanes`() throws {
        var fleet = TestFleets.simulated(lanes: 2)
        var now = TestFleets.epoch
        let beginning = StreamPosition(after: now)
        let lane = try fleet.command(.start(StartOrder(), at: nil), after: now).session.lane
        try fleet.enter(fleet.command(.start(StartOrder(), at: nil), after: now))
        now = now + .seconds(60)
        try fleet.enter(fleet.command(.stop(SelectedSessions(lane: lane)), after: now))
        now = now + .seconds(100)
        func replay() -> Replay {
            Replay(
                of: fleet, shape: ChannelShape(),
                choices: [0, 1, lane].map { LaneChoice(lane: $0) },
                start: .after(beginning), opened: now, schedule: nil)
        }
        func lines(_ replay: Replay) -> [PipelineLine] {
            while !replay.advance(to: now, steps: 10_000, bytes: 1 << 24) {}
            var lines: [PipelineLine] = []
            replay.consumeLines { lines = PipelineLine.all(in: $0) }
            return lines.filter { $0.session.lane == lane }
        }
        let (late, expected) = (replay(), lines(replay()))
        #expect(!expected.isEmpty)
        let limits = RetentionLimits(
            longest: .zero, settling: .seconds(10), commands: 0, removedEntriesKept: 1000)
        var later = fleet
        later.forget(try #require(later.forgettable(at: now, limits)))
        later.raise(to: 3)
        late.join([2], of: later)
        expectSame(lines(late), expected, "a fleet with more lanes")
    }

    @Test func `what was entered by hand stays, and takes nothing more`() throws {
        let fleet = try forgetful()
        let now = TestFleets.epoch + .seconds(200)
        #expect(fleet.manualEntries(of: 600_001).count == 1)
        #expect(try fleet.choices(.some([SelectedSessions(lane: 600_001)])).count == 1)
        let entry = try #require(fleet.manualEntries(of: 600_001).first)
        let mass = try #require(ManualSample(.bodyMass, value: 713, from: now, to: now))
        let requests: [CommandRequest] = [
            .remove(EntryName(lane: 600_001, instant: entry.instant)), .add(mass, lane: 600_001),
            .stop(SelectedSessions(lane: 600_001)), .pause(SelectedSessions(lane: 600_000)),
        ]
        for request in requests {
            #expect(throws: WireError.self) { try fleet.command(request, after: now) }
        }
    }

    @Test(arguments: ["s600000", "s600000.0", "s600001.0"])
    func `a session that has been forgotten says so`(name: String) throws {
        let fleet = try forgetful()
        let selected = try #require(SelectedSessions(parsing: name))
        let error = #expect(throws: WireError.self) { try fleet.choices(.some([selected])) }
        #expect(error?.code == .unknownSession)
        #expect(error?.suggestion.hasPrefix("It was started and has ended") == true)
    }
}
