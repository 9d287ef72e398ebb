import ChannelPipeline
import CommandLine
import Configuration
import LinuxIO
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore
@testable import StateFiles

/// What becomes of the commands that a journal holds, soon and long after their sessions' ends.
@Suite struct KeptCommandsTests {
    private let folder: Folder

    private final class Folder: Sendable {
        let directory: TemporaryDirectory

        init() throws { directory = try TemporaryDirectory(prefix: "runway-commands") }
    }

    init() throws { folder = try Folder() }

    private static let epoch: Int64 = 1_795_154_400
    private static let day: Int64 = 86_400
    private static let fleet = Fleet(
        seed: 5, epoch: FleetInstant(ticks: epoch * 50), simulatedLanes: 3)

    /// - Parameter days: since the epoch.
    private func open(after days: Int64) throws -> KeptState {
        let wall = (Self.epoch + days * Self.day) * 1_000_000
        return try KeptState(
            try StateFolder("\(folder.directory.path)/state"), Self.fleet, try settings(), at: wall)
    }

    private func keep(_ commands: [SessionCommand]) throws {
        _ = try open(after: 0)
        var file = try open(after: 0).opened.file
        try file.append(commands)
    }

    /// A pause and a resume in each of the first laps of lane 0.
    private func possibleCommands() throws -> [SessionCommand] {
        var (fleet, commands) = (Self.fleet, [SessionCommand]())
        for lap in Int64(0)..<4 {
            let aloft = fleet.epoch + .lap * lap + .seconds(1_200)
            let lane = SelectedSessions(lane: 0)
            for request in [CommandRequest.pause(lane), .resume(lane)] {
                let command = try fleet.command(request, after: aloft)
                try fleet.enter(command)
                commands.append(command)
            }
        }
        return commands
    }

    @Test func `commands are entered, and dropped when their sessions ended long ago`() throws {
        let commands = try possibleCommands()
        try keep(commands)
        for (days, expected) in [(Int64(1), commands), (29, commands), (60, [])] {
            let kept = try open(after: days)
            var fleet = Self.fleet
            try kept.enterCommands(in: &fleet)
            #expect(fleet.commands.count == expected.count, "\(days) days")
            #expect(kept.opened.droppedCommands == commands.count - expected.count)
        }
    }

    @Test func `a fleet that no clock paces begins where all its commands are known`() throws {
        let wall = Self.epoch * 1_000_000
        let begin = { (speed: String) in
            try KeptState(
                try StateFolder("\(folder.directory.path)/state"), Self.fleet,
                try settings(["--speed", speed]), at: wall)
        }
        #expect(try begin("max").clock.instant(at: wall) == Self.fleet.epoch)
        let oldest = Self.fleet.epoch + .seconds(40 * Self.day)
        do {
            var file = try begin("max").opened.file
            let (store, source) = try file.beginDraft()
            let forgotten = ForgottenSessions(
                [], CommandRetention(started: oldest, lastForgottenLane: 600_000))
            #expect(
                try file.replace(
                    with: try JournalDraft.make(in: store, from: source, without: forgotten)))
        }
        for speed in ["max", "max", "60", "60"] {
            #expect(try begin(speed).clock.instant(at: wall) == oldest, "\(speed)")
        }
    }

    private static let impossible = [
        // A lap before all that positions can name, and one behind them.
        SessionCommand(.pause, SessionName(lane: 0, lap: -99_999_999), at: fleet.epoch),
        SessionCommand(.pause, SessionName(lane: 0, lap: 99_999_999), at: fleet.epoch),
        // Nothing has paused it.
        SessionCommand(
            .resume, SessionName(lane: 1, lap: 1),
            at: fleet.start(of: SessionName(lane: 1, lap: 1)) + .seconds(1_200)),
        // Between two samples.
        SessionCommand(
            .pause, SessionName(lane: 1, lap: 1),
            at: fleet.start(of: SessionName(lane: 1, lap: 1)) + .seconds(1_200)
                + FleetDuration(ticks: 1)),
        // Behind the session's end.
        SessionCommand(
            .stop, SessionName(lane: 1, lap: 1),
            at: fleet.start(of: SessionName(lane: 1, lap: 9))),
        // Entries in the book of another day, of a lane that nobody has started, of a value that
        // no body has, of what was still to come; the removal of what was not added.
        add(lap: 1), add(lane: 600_000), add(value: 5001), add(ago: FleetDuration(ticks: -1)),
        remove(10), remove(20),
    ]

    private static func add(
        lane: LaneID = 2, lap: Int = 0, value: Int64 = 713, ago: FleetDuration = .seconds(60)
    ) -> SessionCommand {
        let at = fleet.epoch + .seconds(3600)
        guard let sample = ManualSample(.bodyMass, value: value, from: at - ago, to: at - ago)
        else { preconditionFailure("\(value) does not fit") }
        return SessionCommand(.add(sample), .book(of: lane, lap: lap), at: at)
    }

    /// The removal of the entry of an instant after that of ``add(lane:lap:value:ago:)``.
    private static func remove(_ ticks: Int64, at later: Int64 = 100) -> SessionCommand {
        let at = add().instant
        return SessionCommand(
            .remove(at + FleetDuration(ticks: ticks)), .book(of: 2, lap: 0),
            at: at + FleetDuration(ticks: later))
    }

    @Test func `what was added and removed by hand is there for ever`() throws {
        let entries = [Self.add(), Self.remove(0)]
        try keep(try possibleCommands() + entries)
        for days in [Int64(1), 60, 3_650] {
            // The first start after a long time drops nothing: the clock may be wrong.
            _ = try open(after: days)
            let kept = try open(after: days)
            var fleet = Self.fleet
            try kept.enterCommands(in: &fleet)
            #expect(fleet.manualEntries(of: 2).map(\.instant) == entries.map(\.instant))
            #expect(fleet.manualEntries(of: 2).last?.removes == entries.first?.instant)
            #expect(fleet.commands.count == (days < 30 ? 8 : 0), "\(days) days")
        }
    }

    @Test func `a second removal of one sample, or of a removal, is refused`() throws {
        for last in [Self.remove(0, at: 200), Self.remove(100, at: 200)] {
            let folder = try TemporaryDirectory(prefix: "runway-removals")
            let state = {
                try KeptState(
                    try StateFolder("\(folder.path)/state"), Self.fleet, try settings(),
                    at: (Self.epoch + 86_400) * 1_000_000)
            }
            _ = try state()
            do {
                var file = try state().opened.file
                try file.append([Self.add(), Self.remove(0), last])
            }
            let kept = try state()
            var fleet = Self.fleet
            let failure = #expect(throws: ProgramFailure.self) {
                try kept.enterCommands(in: &fleet)
            }
            #expect(failure?.code == .input)
        }
    }

    /// To drop it with those that count no more would be to overlook that the journal is not what
    /// a daemon has written.
    @Test(arguments: impossible)
    func `a command that cannot be is refused, however long ago its session ended`(
        command: SessionCommand
    ) throws {
        try keep(try possibleCommands() + [command])
        for days in [Int64(1), 60, 3_650] {
            _ = try open(after: days)
            let kept = try open(after: days)
            var fleet = Self.fleet
            let failure = try #require(throws: ProgramFailure.self) {
                try kept.enterCommands(in: &fleet)
            }
            #expect(failure.code == .input, "\(days) days")
            #expect(failure.description.contains("holds a command that cannot be"))
            #expect(kept.opened.droppedCommands == 0, "the file is left as it is")
        }
    }
}
