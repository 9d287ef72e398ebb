import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ChannelPipeline

/// How sessions stand by their last change, held against all their commands taken one by one.
@Suite struct CommandedSessionTests {
    /// A fleet of which sessions are started, paused, resumed and stopped by chance.
    private func commanded(_ dice: inout Dice) -> (Fleet, [SessionCommand]) {
        // No athlete pauses, so that commands alone decide.
        var fleet = TestFleets.simulated(lanes: 4, pauses: false)
        var (now, commands) = (TestFleets.epoch, [SessionCommand]())
        for _ in 0..<600 {
            now = now + FleetDuration(ticks: dice.within(1...2000))
            let lanes = [0, 1, 2, 3] + fleet.startedLanes(at: now)
            let lane = SelectedSessions(lane: dice.pick(lanes))
            let request: CommandRequest =
                dice.chance(20)
                ? .start(StartOrder(), at: dice.chance(50) ? now + .seconds(600) : nil)
                : dice.pick([.pause(lane), .resume(lane), .pause(lane), .resume(lane), .stop(lane)])
            guard let command = try? fleet.command(request, after: now),
                (try? fleet.enter(command)) != nil
            else { continue }
            commands.append(command)
            if dice.chance(10) { fleet.sweep(through: now) }
        }
        return (fleet, commands)
    }

    private struct Course: Equatable {
        var state: FlightState
        var since: FleetInstant
        var end: FleetInstant?
    }

    private func course(
        of session: SessionName, at instant: FleetInstant, in fleet: Fleet,
        _ commands: [SessionCommand]
    ) -> Course {
        let start = fleet.start(of: session)
        var (since, held, shift) = (start, FleetInstant?.none, FleetDuration.zero)
        var stopped: FleetInstant?
        for command in commands where command.session == session && command.instant <= instant {
            switch command.action {
            case .pause: held = command.instant
            case .resume:
                shift = shift + (command.instant - (held ?? command.instant))
                (held, since) = (nil, command.instant)
            case .stop: stopped = command.instant
            case .start, .add, .remove: break
            }
        }
        let natural = held == nil ? start + .lap + shift : nil
        let end = stopped ?? fleet.latestEnd(of: session) ?? natural
        if instant <= start { return Course(state: .scheduled, since: start, end: end) }
        if let end, end <= instant { return Course(state: .landed, since: end, end: end) }
        if let held { return Course(state: .paused, since: held, end: end) }
        return Course(state: .flying, since: since, end: end)
    }

    @Test(arguments: UInt64(1)...6)
    func `the course of a session at any instant is that of its commands up to then`(
        seed: UInt64
    ) throws {
        var dice = Dice(seed: seed)
        let (fleet, commands) = commanded(&dice)
        try #require(commands.count > 100)
        #expect(fleet.commands.count == commands.count)
        let last = try #require(commands.map(\.instant).max())
        for _ in 0..<1000 {
            let session = dice.pick(commands).session
            let instant =
                dice.chance(50)
                ? dice.pick(commands).instant
                : TestFleets.epoch
                    + FleetDuration(
                        ticks: dice.within(0...(last.ticks - TestFleets.epoch.ticks + 300_000)))
            let found = fleet.course(of: session, at: instant)
            let expected = course(of: session, at: instant, in: fleet, commands)
            #expect(
                Course(state: found.state, since: found.since, end: found.end) == expected,
                "seed \(seed), \(session) at \(instant)")
        }
    }

    @Test(arguments: UInt64(11)...16)
    func `the started lanes of any instant are those whose session has not ended then`(
        seed: UInt64
    ) {
        var dice = Dice(seed: seed)
        let (fleet, commands) = commanded(&dice)
        let started = commands.filter { if case .start = $0.action { true } else { false } }
        for command in commands {
            let expected = started.map(\.session).filter {
                course(of: $0, at: command.instant, in: fleet, commands).state != .landed
            }
            #expect(fleet.startedLanes(at: command.instant) == expected.map(\.lane), "seed \(seed)")
        }
    }

    @Test(arguments: [0, 600_000])
    func `a session takes so many commands, and a stop as the last of them`(lane: LaneID) throws {
        var fleet = TestFleets.simulated(lanes: 1)
        let selected = SelectedSessions(lane: lane, lap: 0)
        var now = TestFleets.epoch
        try fleet.enter(fleet.command(.start(StartOrder(), at: nil), after: now))
        now = now + .seconds(60)
        for number in 0..<ProtocolLimits.sessionCommands - 1 {
            try fleet.enter(
                fleet.command(number % 2 == 0 ? .pause(selected) : .resume(selected), after: now))
        }
        for request in [CommandRequest.pause(selected), .resume(selected)] {
            let error = #expect(throws: WireError.self) { try fleet.command(request, after: now) }
            #expect(error?.code == .noRoom)
            #expect(error?.reason.hasPrefix("s\(lane).0 has had 499 commands") == true)
        }
        try fleet.enter(fleet.command(.stop(selected), after: now))
        #expect(fleet.commands.count == 1 + ProtocolLimits.sessionCommands)
    }

    @Test func `more commands that an earlier daemon took are taken over`() throws {
        var fleet = TestFleets.simulated(lanes: 1)
        let session = SessionName(lane: 0, lap: 0)
        for number in Int64(0)..<700 {
            let instant = TestFleets.epoch + .seconds(60 + number)
            try fleet.enter(
                SessionCommand(number % 2 == 0 ? .pause : .resume, session, at: instant))
        }
        #expect(fleet.commands.changes(of: session).count == 700)
        #expect(throws: WireError.self) {
            try fleet.command(
                .pause(SelectedSessions(session)), after: TestFleets.epoch + .seconds(1000))
        }
    }
}
