import ChannelPipeline
import CommandLine
import Configuration
import LinuxIO
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
            #expect(fleet.book.count == expected.count, "\(days) days")
            #expect(kept.opened.droppedCommands == commands.count - expected.count)
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
    ]

    /// To drop it with those that count no more would be to overlook that the journal is not what
    /// a daemon has written.
    @Test(arguments: impossible)
    func `a command that cannot be is refused, however long ago its session ended`(
        command: SessionCommand
    ) throws {
        try keep(try possibleCommands() + [command])
        for days in [Int64(1), 60, 3_650] {
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
