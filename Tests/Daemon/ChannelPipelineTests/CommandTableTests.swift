import ChannelPipeline
import Simulation
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// Which command is possible in which state.
@Suite struct CommandTableTests {
    enum Lane: String, CaseIterable, Sendable {
        case recorded, simulated, started
    }

    private static func selected(_ lane: Lane) -> SelectedSessions {
        switch lane {
        case .recorded: SelectedSessions(lane: 0, lap: 0)
        case .simulated: SelectedSessions(lane: 34, lap: 1)
        case .started: SelectedSessions(lane: 600_000, lap: 0)
        }
    }

    /// A fleet, and an instant at which the lane's session stands so.
    private static func fleet(
        _ lane: Lane, _ state: FlightState
    ) throws -> (fleet: Fleet, now: FleetInstant) {
        var fleet = try TestFleets.mixed(seed: 5, rows: 60)
        let before = TestFleets.epoch - .seconds(100)
        try fleet.enter(
            fleet.command(
                .start(StartOrder(), at: TestFleets.epoch + .seconds(40)), after: before))
        let session = SessionName(lane: selected(lane).lane, lap: selected(lane).lap ?? 0)
        let start = fleet.start(of: session)
        let soon = start + .seconds(2)
        switch state {
        case .scheduled: return (fleet, start - .seconds(3))
        case .flying: break
        case .paused: try fleet.enter(fleet.command(.pause(selected(lane)), after: soon))
        case .landed: try fleet.enter(fleet.command(.stop(selected(lane)), after: soon))
        }
        return (fleet, soon + .seconds(1))
    }

    private static let possible: [FlightState: Set<String>] = [
        .scheduled: [], .flying: ["pause", "stop"], .paused: ["resume", "stop"], .landed: [],
    ]

    private static func word(_ state: FlightState) -> String {
        switch state {
        case .scheduled: "has not begun"
        case .flying: "flies from"
        case .paused: "is paused from"
        case .landed: "has ended"
        }
    }

    @Test(arguments: FlightState.allCases, Lane.allCases)
    func `a command is taken in the states that it makes sense in, else refused by name`(
        state: FlightState, lane: Lane
    ) throws {
        let (fleet, now) = try Self.fleet(lane, state)
        let selected = Self.selected(lane)
        let requests: [(String, CommandRequest)] = [
            ("pause", .pause(selected)), ("resume", .resume(selected)), ("stop", .stop(selected)),
        ]
        for (name, request) in requests {
            let isPossible = Self.possible[state]?.contains(name) ?? false
            do {
                var fleet = fleet
                let command = try fleet.command(request, after: now)
                #expect(isPossible, "\(name) while \(state)")
                #expect(command.instant > now)
                try fleet.enter(command)
                #expect(fleet.commands.count == (state == .flying ? 2 : 3))
            } catch {
                #expect(!isPossible, "\(name) while \(state): \(error.reason)")
                #expect(error.code == .wrongState)
                #expect(error.reason.hasPrefix("\(selected) \(Self.word(state))"))
                #expect(error.reason.contains("2026-11-20T0"))
                #expect(error.suggestion.hasSuffix("."))
            }
        }
    }

    @Test func `a recording that pauses by itself can only be stopped`() throws {
        let course = try (UInt64(1)...50).lazy.map { try TestFleets.mixed(seed: $0, rows: 90) }
            .first { fleet in
                let rows = fleet.recordings[0].rows
                return zip(rows, rows.dropFirst()).contains { ($1.time - $0.time).ticks > 200 }
            }
        let fleet = try #require(course)
        let rows = fleet.recordings[0].rows
        let row = try #require(
            rows.indices.dropLast().first { (rows[$0 + 1].time - rows[$0].time).ticks > 200 })
        let now =
            TestFleets.epoch + fleet.rate.period + (rows[row].time - rows[0].time)
            + FleetDuration(ticks: 7)
        let lane = SelectedSessions(lane: 0)
        for request in [CommandRequest.pause(lane), .resume(lane)] {
            do {
                _ = try fleet.command(request, after: now)
                Issue.record("\(request) was taken")
            } catch {
                #expect(error.code == .wrongState)
                #expect(error.reason.contains("pauses by itself from"))
            }
        }
        #expect(try fleet.command(.stop(lane), after: now).instant > now)
    }

    @Test func `a command that does not fit the sample grid or the order is not entered`() throws {
        var fleet = TestFleets.simulated()
        let session = SessionName(lane: 34, lap: 0)
        let now = TestFleets.epoch
        let pause = try fleet.command(.pause(SelectedSessions(session)), after: now)
        var odd = pause
        odd.instant = pause.instant + FleetDuration(ticks: 1)
        #expect(throws: WireError.self) { try fleet.enter(odd) }
        try fleet.enter(pause)
        let same = SessionCommand(.resume, session, at: pause.instant)
        #expect(throws: WireError.self) { try fleet.enter(same) }
        let early = SessionCommand(.stop, session, at: pause.instant - .seconds(1))
        #expect(throws: WireError.self) { try fleet.enter(early) }
        #expect(fleet.commands.count == 1)
        try fleet.enter(SessionCommand(.stop, session, at: pause.instant))
    }

    @Test(arguments: ["s100", "s600000", "s600000.0", "s5.99999999"])
    func `a session that the fleet does not have takes no command`(name: String) throws {
        let fleet = TestFleets.simulated()
        let selected = try #require(SelectedSessions(parsing: name))
        do {
            _ = try fleet.command(.stop(selected), after: TestFleets.epoch)
            Issue.record("\(name) was stopped")
        } catch {
            #expect(error.code == .unknownSession)
            #expect(error.field == "session")
        }
    }
}
