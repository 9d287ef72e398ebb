import ChannelPipeline
import Simulation
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct LaneChoiceTests {
    private static func selection(_ names: [String]) throws -> SessionSelection {
        SessionSelection(try names.map { try #require(SelectedSessions(parsing: $0)) })
    }

    @Test func `everything is every lap of every lane`() throws {
        let fleet = TestFleets.simulated(lanes: 4)
        #expect(try fleet.choices(.all) == (0..<4).map { LaneChoice(lane: $0) })
    }

    @Test func `a lane comes once, with the laps from the first to the last that were named`()
        throws
    {
        let fleet = TestFleets.simulated(lanes: 9)
        let names = ["s7", "s2.3", "s2.-1", "s0.5", "s7.2", "s2.1", "s8.-4"]
        #expect(
            try fleet.choices(Self.selection(names)) == [
                LaneChoice(lane: 0, laps: 5...5), LaneChoice(lane: 2, laps: -1...3),
                LaneChoice(lane: 7), LaneChoice(lane: 8, laps: -4 ... -4),
            ])
    }

    @Test(
        arguments: [
            "s12", "s12.0", "s1048575", "s0.1", "s1.-1", "s5.-99999999", "s5.99999999",
            "s2.-430000",
        ])
    func `a session that the fleet does not have is named in the error`(name: String) throws {
        let fleet = try TestFleets.mixed(seed: 5, lanes: 10)
        let names = ["s0", "s3.1", name]
        do {
            let choices = try fleet.choices(Self.selection(names))
            Issue.record("\(name) became \(choices)")
        } catch {
            let error = try #require(error as? WireError)
            #expect(error.code == .unknownSession)
            #expect(error.reason.contains(name))
            #expect(error.field == "select.session")
            #expect(!error.suggestion.isEmpty)
        }
    }

    @Test func `a recording may be named as a lane or as its one lap`() throws {
        let fleet = try TestFleets.mixed(seed: 5, lanes: 0)
        #expect(
            try fleet.choices(Self.selection(["s0", "s1.0"]))
                == [LaneChoice(lane: 0), LaneChoice(lane: 1, laps: 0...0)])
    }

    /// Laps of lane 34, whose lap 0 began 55 s before the epoch, at 40 s past its lap 1's start.
    @Test(
        arguments: [
            (laps: -1 ... -1, told: [-1]), (0...1, [0, 1]), (1...1, [1]),
            (2...3, [1]),
        ] as [(ClosedRange<Int>, [Int])])
    func `from the start means from the first lap named, or from the one that is flying`(
        laps: ClosedRange<Int>, told: [Int]
    ) throws {
        let fleet = TestFleets.simulated()
        var shape = TestShape.marks.shape
        shape.kinds.insert(.stat)
        shape.metrics = MetricSet([.heartRate])
        shape.every = .seconds(10)
        let now = fleet.start(of: SessionName(lane: 34, lap: 1)) + .seconds(40)
        let driven = DrivenFleet(fleet, at: now)
        let subscription = driven.open(
            shape, [LaneChoice(lane: 34, laps: laps)], from: .sessionStarts)
        while !subscription.isLive { driven.work(on: subscription, steps: 100_000, bytes: 1 << 20) }
        driven.advance(to: now + .seconds(20))
        let sessions = Set(subscription.lines.map(\.session.lap))
        #expect(sessions.sorted() == told)
        let offline = OfflineLines(
            of: [34], in: fleet, shape,
            after: fleet.start(of: SessionName(lane: 34, lap: told[0])) - FleetDuration(ticks: 1),
            fromLap: told[0], through: driven.now)
        expectSame(
            subscription.lines, offline.lines.filter { told.contains($0.session.lap) }, "\(laps)")
        #expect(subscription.snapshots.count == 1)
        driven.leave(subscription)
        #expect(driven.laneCount == 0)
        #expect(driven.channelCount == 0)
    }

    @Test func `a lap that had landed at the anchor has nothing to say any more`() {
        let fleet = TestFleets.simulated()
        let driven = DrivenFleet(fleet, at: TestFleets.epoch)
        let subscription = driven.open(
            TestShape.everything.shape, [LaneChoice(lane: 34, laps: -2 ... -1)],
            from: .after(driven.present))
        driven.work(on: subscription, steps: 100_000, bytes: 1 << 20)
        #expect(subscription.isLive)
        driven.advance(to: driven.now + .seconds(3))
        #expect(subscription.lines.isEmpty)
        #expect(subscription.snapshots.isEmpty)
        #expect(driven.laneCount == 0)
    }
}
