import ChannelPipeline
import StateFiles
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// What requests are told when commands of sessions have been forgotten.
@Suite struct ForgettingSourceTests {
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
    private let source: FleetSource

    init() {
        source = FleetSource(
            Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: 4),
            schedule: ScheduleClock(
                fleetOrigin: Self.epoch, monotonicOrigin: 0, speed: .realTime),
            catchUpThreads: 0)
        source.desk.compact = { [weak source] choose in source?.desk.finishForgetting(choose()) }
    }

    private func perform(_ request: CommandRequest) throws -> SessionCommand {
        var outcome: CommandOutcome?
        source.desk.perform(request) { outcome = $0 }
        switch try #require(outcome) {
        case .done(let command, _): return command
        case .refused(let error): throw error
        }
    }

    private func fly(_ span: FleetDuration) {
        source.live.advance(to: source.live.now + span, clock: nil)
        source.removeLines()
    }

    private func tick(after span: FleetDuration) {
        source.live.advance(to: source.live.now + span, clock: nil)
        source.recordTick(began: .zero)
    }

    /// Starts a session that is stopped, pauses a lap, and lets so many days pass.
    private func pass(days: Int64) throws -> (started: SessionName, early: StreamPosition) {
        fly(.seconds(60))
        let started = try perform(.start(StartOrder(), at: nil)).session
        fly(.seconds(60))
        let early = source.present
        _ = try perform(.pause(SelectedSessions(lane: 1)))
        fly(.seconds(10))
        _ = try perform(.stop(SelectedSessions(started)))
        fly(.seconds(86_400 * days))
        return (started, early)
    }

    private func open(
        after position: StreamPosition, _ selection: SessionSelection
    ) throws(WireError) {
        var request = SubscribeRequest()
        request.selection = selection
        request.start = .after(Anchor(identity: source.identity, position: position))
        source.subscriptions.close(try source.subscriptions.open(request).number)
    }

    private func lane(_ lane: LaneID, lap: Int? = nil) -> SessionSelection {
        .some([SelectedSessions(lane: lane, lap: lap)])
    }

    @Test func `after a month an anchor to all is told the oldest that works`() throws {
        let (started, early) = try pass(days: 32)
        #expect(source.fleet.commands.count == 0)
        let retention = source.fleet.commands.retention
        #expect(retention.lastForgottenLane == started.lane)
        let oldest = try #require([retention.own, retention.started].compactMap { $0 }.max())
        #expect(oldest <= source.live.now - StateLimits.retention)
        for selection in [SessionSelection.all, lane(1)] {
            let error = #expect(throws: WireError.self) { try open(after: early, selection) }
            #expect(error?.code == .anchorExpired)
        }
        let position = StreamPosition(after: oldest)
        let anchor = Anchor(identity: source.identity, position: position)
        let error = #expect(throws: WireError.self) { try open(after: early, .all) }
        #expect(error?.suggestion.contains("\(anchor)") == true)
        try open(after: position, .all)
        let gone = #expect(throws: WireError.self) {
            try open(after: source.present, lane(started.lane))
        }
        #expect(gone?.code == .unknownSession)
    }

    @Test func `lanes of the fleet do not depend on started sessions that are forgotten`() throws {
        fly(.seconds(60))
        let started = try perform(.start(StartOrder(), at: nil)).session
        let early = source.present
        fly(.seconds(60))
        _ = try perform(.stop(SelectedSessions(started)))
        fly(.seconds(86_400 * 32))
        #expect(source.fleet.commands.retention.own == nil)
        try open(after: early, lane(1))
        let error = #expect(throws: WireError.self) { try open(after: early, .all) }
        #expect(error?.code == .anchorExpired)
        #expect(try perform(.start(StartOrder(), at: nil)).session.lane == started.lane.next)
    }

    @Test func `a lap that is asked for from its start is refused once it is forgotten`() throws {
        let (_, _) = try pass(days: 32)
        var request = SubscribeRequest()
        request.start = .sessionStart
        let live = source.fleet.session(of: 1, at: source.live.now)
        for (lap, isKnown) in [(0, false), (live.lap - 1, true), (live.lap, true)] {
            request.selection = lane(1, lap: lap)
            do throws(WireError) {
                source.subscriptions.close(try source.subscriptions.open(request).number)
                #expect(isKnown, "\(lap)")
            } catch {
                #expect(!isKnown && error.code == .anchorExpired, "\(lap): \(error.reason)")
            }
        }
    }

    @Test func `a journal that could not be made shorter forgets nothing`() throws {
        source.desk.compact = { [weak source] _ in source?.desk.finishForgetting(nil) }
        let (_, early) = try pass(days: 32)
        #expect(source.fleet.commands.count == 3)
        #expect(!source.desk.forgetting.isUnderWay)
        try open(after: early, .all)
    }

    @Test func `before what is known nobody may subscribe, as after a clock was set back`() throws {
        let source = FleetSource(
            Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: 4),
            schedule: ScheduleClock(
                fleetOrigin: Self.epoch, monotonicOrigin: 0, speed: .realTime),
            oldestInstant: Self.epoch + .seconds(60), catchUpThreads: 0)
        for start in [StreamStart.now, .sessionStart] {
            var request = SubscribeRequest()
            request.start = start
            let error = #expect(throws: WireError.self) { try source.subscriptions.open(request) }
            #expect(error?.code == .clockBehind)
        }
        source.live.advance(to: Self.epoch + .seconds(60), clock: nil)
        #expect(throws: Never.self) { try source.subscriptions.open(SubscribeRequest()) }
    }

    @Test func `where no more commands are taken, room is made as soon as sessions have ended`()
        throws
    {
        (source.desk.limits.all, source.desk.limits.ended) = (5, 1)
        var started: [SessionName] = []
        for _ in 0..<3 { started.append(try perform(.start(StartOrder(), at: nil)).session) }
        fly(.seconds(60))
        for session in started[..<2] { _ = try perform(.stop(SelectedSessions(session))) }
        // Nobody follows the fleet: there is nothing but its ticks.
        tick(after: .seconds(5))
        let full = #expect(throws: WireError.self) {
            try perform(.pause(SelectedSessions(started[2])))
        }
        #expect(full?.code == .noRoom)
        tick(after: .seconds(10))
        #expect(source.fleet.commands.count == 1)
        _ = try perform(.pause(SelectedSessions(started[2])))
    }
}
