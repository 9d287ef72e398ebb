import ChannelPipeline
import Configuration
import LinuxIO
import StateFiles
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// One user at full greed, and what is left of what a fleet keeps for others and for root.
@Suite struct StockShareTests {
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)

    private func source(_ fleet: Fleet? = nil, lanes: Int = 30) -> FleetSource {
        let source = FleetSource(
            fleet ?? Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: lanes),
            schedule: ScheduleClock(
                fleetOrigin: Self.epoch + .seconds(600), monotonicOrigin: MonotonicClock.now,
                speed: .realTime),
            catchUpThreads: 0)
        source.desk.compact = { [weak source] choose in source?.desk.finishForgetting(choose()) }
        return source
    }

    private static func rights(_ user: UInt32?) -> Rights {
        var rights = Rights.unrestricted
        (rights.userID, rights.isOperator) = (user, user == 0)
        return rights
    }

    private func perform(
        _ request: CommandRequest, by user: UInt32?, of source: FleetSource
    ) throws -> SessionCommand {
        var outcome: CommandOutcome?
        source.desk.perform(request, by: Self.rights(user)) { outcome = $0 }
        switch try #require(outcome) {
        case .done(let command, _): return command
        case .refused(let error): throw error
        }
    }

    private func refusal(
        _ request: CommandRequest, by user: UInt32?, of source: FleetSource
    ) -> WireError? {
        #expect(throws: WireError.self) { try perform(request, by: user, of: source) }
    }

    private static func mass(_ lane: LaneID) throws -> CommandRequest {
        let at = epoch - .seconds(86_400)
        return .add(try #require(ManualSample(.bodyMass, value: 713, from: at, to: at)), lane: lane)
    }

    private static let start = CommandRequest.start(StartOrder(), at: nil)

    /// Starts and stops a session at once.
    @discardableResult
    private func startAndStop(by user: UInt32, of source: FleetSource) throws -> SessionCommand {
        let started = try perform(Self.start, by: user, of: source)
        fly(.seconds(1), source)
        _ = try perform(.stop(SelectedSessions(started.session)), by: user, of: source)
        return started
    }

    private func fly(_ span: FleetDuration, _ source: FleetSource) {
        source.live.advance(to: source.live.now + span, clock: nil)
        source.removeLines()
    }

    @Test func `nobody but root starts more than so many sessions on a day of the machine's clock`()
        throws
    {
        let source = source()
        var day: Int32 = 20_783
        source.desk.machineDay = { day }
        for _ in 0..<512 { try startAndStop(by: 1001, of: source) }
        // Whatever the speed: 40 days of fleet time, in which the starts are forgotten.
        fly(.seconds(40 * 86_400), source)
        #expect(source.fleet.commands.count == 0)
        let error = try #require(refusal(Self.start, by: 1001, of: source))
        #expect(error.code == .noRoom)
        #expect(error.reason.hasPrefix("User 1001 has started 512 sessions today"))
        #expect(error.reason.contains("user_starts") && error.suggestion.contains("midnight"))
        for user: UInt32 in [1002, 0] { try startAndStop(by: user, of: source) }
        let unknown = try perform(Self.start, by: nil, of: source)
        #expect(unknown.user == SessionCommand.unknownUser)
        day += 1
        try startAndStop(by: 1001, of: source)
    }

    @Test func `what was started counts after a restart, forgotten or not`() throws {
        let source = source()
        source.desk.machineDay = { 20_783 }
        var commands: [SessionCommand] = []
        for _ in 0..<300 { try startAndStop(by: 1001, of: source) }
        fly(.seconds(40 * 86_400), source)
        source.desk.keep = { [weak source] command, number in
            commands.append(command)
            source?.desk.finish(number, nil)
        }
        for _ in 0..<100 { try startAndStop(by: 1001, of: source) }
        #expect(source.fleet.commands.count == 200)
        var again = Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: 30)
        again.remember(since: source.fleet.commands.retention)
        for command in commands { try again.enter(command) }
        #expect(again.stock(of: 1001).startsEver == 400)
        #expect(again.stock(of: 1001).starts(on: 20_783) == 400)
        #expect(again.stock(of: 1001).commands == 100)
    }

    @Test func `one user starts a quarter of all, and the last tenth is kept for root`() throws {
        var fleet = Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: 4)
        let (all, first) = (ProtocolLimits.startsEver, LaneID.firstStarted)
        var retention = CommandRetention(
            started: Self.epoch, lastForgottenLane: first.advanced(by: all / 2))
        retention.starts[1001] = StartCount(ever: all / 4, day: 20_000, ofDay: 512)
        fleet.remember(since: retention)
        let greedy = source(fleet)
        let error = try #require(refusal(Self.start, by: 1001, of: greedy))
        #expect(error.reason.hasPrefix("User 1001 has 112144 of 448576 names of started sessions"))
        #expect(error.reason.contains("starts_ever"))
        _ = try perform(Self.start, by: 1002, of: greedy)
        retention.lastForgottenLane = first.advanced(by: all - all / 10)
        fleet.remember(since: retention)
        let many = source(fleet)
        let full = try #require(refusal(Self.start, by: 1002, of: many))
        #expect(full.reason.contains("are kept for root and the daemon's user (starts_ever"))
        _ = try perform(Self.start, by: 0, of: many)
    }

    @Test func `samples by hand have shares by user, of a lane and in all`() throws {
        let source = source()
        for _ in 0..<2500 { _ = try perform(Self.mass(0), by: 1001, of: source) }
        let lane = try #require(try refusal(Self.mass(0), by: 1001, of: source))
        #expect(lane.code == .noRoom)
        #expect(lane.reason.hasPrefix("User 1001 has 2500 of 10000 samples by hand of one lane"))
        for other: LaneID in 1..<10 {
            for _ in 0..<2500 { _ = try perform(Self.mass(other), by: 1001, of: source) }
        }
        let all = try #require(try refusal(Self.mass(11), by: 1001, of: source))
        #expect(all.reason.hasPrefix("User 1001 has 25000 of 100000 samples by hand, as many"))
        #expect(all.suggestion.contains("Remove some"))
        for user: UInt32 in [1002, 0] { _ = try perform(Self.mass(0), by: user, of: source) }
        // What is removed makes room at once, and is no stock for life.
        let first = try #require(source.fleet.manualEntries(of: 0).first)
        let removal = CommandRequest.remove(EntryName(lane: 0, instant: first.instant))
        _ = try perform(removal, by: 1001, of: source)
        _ = try perform(Self.mass(0), by: 1001, of: source)
        #expect(try refusal(Self.mass(0), by: 1001, of: source) != nil)
    }

    @Test func `what is added and removed again and again is refused, and forgotten after 30 days`()
        throws
    {
        let source = source()
        source.desk.limits.removedEntriesKept = 4
        for user: UInt32 in [1001, 1002] {
            for _ in 0..<3 {
                let added = try perform(Self.mass(2), by: user, of: source)
                let name = EntryName(lane: 2, instant: added.instant)
                _ = try perform(.remove(name), by: user, of: source)
            }
        }
        let kept = try perform(Self.mass(2), by: 1001, of: source)
        #expect(source.fleet.removedEntryCount == 6)
        #expect(source.fleet.stock(of: 1001).entries == 1)
        let early = source.present
        fly(.seconds(33 * 86_400), source)
        #expect(source.fleet.removedEntryCount == 0)
        #expect(source.fleet.stock(of: 1001).removals == 0)
        #expect(source.fleet.manualEntries(of: 2).map(\.instant) == [kept.instant])
        // Who asks for entries of before is told; who asks for anything else is not concerned.
        var request = SubscribeRequest()
        request.start = .after(Anchor(identity: source.identity, position: early))
        source.subscriptions.close(try source.subscriptions.open(request).number)
        request.shape.kinds = [.entry]
        let error = #expect(throws: WireError.self) { try source.subscriptions.open(request) }
        #expect(error?.code == .anchorExpired)
        let oldest = try #require(source.fleet.commands.retention.entries)
        #expect(oldest <= source.live.now - StateLimits.retention)
        let position = StreamPosition(after: oldest)
        let anchor = Anchor(identity: source.identity, position: position)
        #expect(error?.suggestion.contains("\(anchor)") == true)
        request.start = .after(anchor)
        source.subscriptions.close(try source.subscriptions.open(request).number)
    }

    @Test func `while few were removed all of them are kept`() throws {
        let source = source()
        let added = try perform(Self.mass(2), by: 0, of: source)
        _ = try perform(.remove(EntryName(lane: 2, instant: added.instant)), by: 0, of: source)
        fly(.seconds(66 * 86_400), source)
        #expect(source.fleet.manualEntries(of: 2).count == 2)
        #expect(source.fleet.commands.retention == .everything)
    }

    @Test func `no user's commands shorten another's anchors, and the greedy are refused`() throws {
        let source = source()
        source.desk.machineDay = { Int32(source.live.now.ticks % 100_000) }
        var limits = source.limits
        limits.userStarts = 1_000_000
        source.change(limits)
        source.desk.limits.ended = 100
        let early = source.present
        for _ in 0..<1500 { try startAndStop(by: 1001, of: source) }
        fly(.seconds(2 * 86_400), source)
        source.desk.forgetting.count = 0
        fly(.seconds(3600), source)
        #expect(source.fleet.commands.retention == .everything)
        var request = SubscribeRequest()
        request.start = .after(Anchor(identity: source.identity, position: early))
        source.subscriptions.close(try source.subscriptions.open(request).number)
        // Root's own are bounded by their number, as they ever were.
        for _ in 0..<200 { try startAndStop(by: 0, of: source) }
        fly(.seconds(60), source)
        source.desk.forgetting.count = 0
        fly(.seconds(60), source)
        #expect(source.fleet.commands.retention.started != nil)
    }

    @Test func `a user has a share of the commands that are kept, and may stop what was started`()
        throws
    {
        let source = source(lanes: 120)
        let started = try perform(Self.start, by: 1001, of: source)
        fly(.seconds(1), source)
        let refused = commandUntilRefused(by: 1001, of: source)
        #expect(source.fleet.stock(of: 1001).commands == ProtocolLimits.keptCommands / 4)
        #expect(
            refused?.reason.hasPrefix("User 1001 has 25000 of 100000 commands of users") == true)
        #expect(refused?.suggestion.contains("can be forgotten from") == true)
        _ = try perform(.stop(SelectedSessions(started.session)), by: 1001, of: source)
        #expect(refusal(Self.start, by: 1001, of: source)?.reason.contains("kept_commands") == true)
        for user: UInt32 in [1002, 0] {
            _ = try perform(.pause(SelectedSessions(lane: 119)), by: user, of: source)
            _ = try perform(.resume(SelectedSessions(lane: 119)), by: user, of: source)
        }
    }

    /// Pauses and resumes lane after lane.
    ///
    /// - Returns: the first refusal for want of room.
    private func commandUntilRefused(by user: UInt32, of source: FleetSource) -> WireError? {
        for lane in source.fleet.flownLanes.dropLast() {
            for count in 0..<490 {
                let selected = SelectedSessions(lane: lane)
                do {
                    let request: CommandRequest =
                        count % 2 == 0 ? .pause(selected) : .resume(selected)
                    _ = try perform(request, by: user, of: source)
                } catch {
                    guard let error = error as? WireError, error.code == .noRoom else { break }
                    return error
                }
            }
        }
        return nil
    }

    @Test func `more users than are told apart are one, until nothing of some is kept`() throws {
        let source = source()
        var day: Int32 = 20_783
        source.desk.machineDay = { day }
        for user in 0..<UInt32(ProtocolLimits.countedUsers) {
            try startAndStop(by: 1001 + user, of: source)
        }
        let unknown = SessionCommand.unknownUser
        for _ in 0..<512 {
            #expect(try startAndStop(by: 90_000, of: source).user == unknown)
        }
        #expect(try startAndStop(by: 1001, of: source).user == 1001)
        let error = try #require(refusal(Self.start, by: 90_001, of: source))
        #expect(error.reason.hasPrefix("User 90001, who counts with all others beyond 1024 users"))
        // What is left is that they started once: the places are for those who command now.
        fly(.seconds(40 * 86_400), source)
        #expect(source.fleet.commands.count == 0)
        #expect(refusal(Self.start, by: 90_001, of: source) != nil)
        day += 1
        for user in 0..<UInt32(10) {
            #expect(try startAndStop(by: 80_000 + user, of: source).user == 80_000 + user)
        }
        #expect(source.fleet.stock(of: 1001).startsEver == 2)
        #expect(source.fleet.stock(of: 1003).startsEver == 0)
        // Nor does the journal keep them for ever.
        fly(.seconds(40 * 86_400), source)
        #expect(source.fleet.commands.retention.starts.count <= ProtocolLimits.countedUsers + 1)
        #expect(source.fleet.commands.retention.starts[80_009]?.ever == 1)
    }

    @Test func `users who take all that they may leave some to whoever comes`() throws {
        let source = source()
        let counts = (UInt32(1001)...1004).map { fill(by: $0, of: source) }
        #expect(counts == [2500, 2500, 2500, 500])
        #expect(fill(by: 1005, of: source) == 200)
        #expect(fill(by: 1006, of: source) == 133)
        let error = try #require(try refusal(Self.mass(0), by: 1001, of: source))
        #expect(error.reason.hasPrefix("User 1001 has 2500 of 10000"))
        let last = try #require(try refusal(Self.mass(0), by: 1006, of: source))
        #expect(last.reason.contains("what is left is divided among 6 users"))
        _ = try perform(Self.mass(0), by: 0, of: source)
    }

    /// Adds samples to one lane until one is refused, and returns how many were added.
    private func fill(by user: UInt32, of source: FleetSource) -> Int {
        var count = 0
        while (try? perform(Self.mass(0), by: user, of: source)) != nil { count += 1 }
        return count
    }
}
