import DaemonCore
import LinuxIO
import PlainText
import Settings

/// The program `runway`: finds the command and runs it.
package enum ClientProgram {
    /// - Parameter arguments: without the program's name.
    /// - Returns: the exit code.
    package static func run(_ arguments: [String]) async -> Int32 {
        Signal.ignoreBrokenPipe()
        do throws(StartFailure) {
            return try await dispatch(arguments[...]).rawValue
        } catch {
            let name = arguments.first.flatMap(Command.init(rawValue:)).map { "runway \($0)" }
            _ = StandardStream.error.write("\(name ?? "runway"): \(error)\n")
            return error.code.rawValue
        }
    }

    private static func dispatch(
        _ arguments: ArraySlice<String>
    ) async throws(StartFailure) -> ExitCode {
        switch arguments.first {
        case nil, "--help", "help": return show(help, arguments.isEmpty ? .usage : .success)
        case "--version": return show("runway \(ProgramVersion.text)\n", .success)
        case .some(let name):
            guard let command = Command(rawValue: name) else {
                throw .usage(
                    UsageError("there is no command \"\(name)\"", suggestion: "see runway --help"))
            }
            return try await run(command, Array(arguments.dropFirst()))
        }
    }

    private static func run(
        _ command: Command, _ arguments: [String]
    ) async throws(StartFailure) -> ExitCode {
        let flags: ParsedFlags
        do throws(UsageError) {
            flags = try command.table.parse(arguments)
        } catch {
            throw .usage(error)
        }
        if flags.has("--help") { return show(command.table.help, .success) }
        switch command {
        case .live: return try await LiveCommand.run(flags)
        case .tail: return try await TailCommand.run(flags)
        case .sessions: return try SessionsCommand.run(flags)
        case .status: return try StatusCommand.run(flags)
        case .clients: return try ClientsCommand.run(flags)
        case .metrics: return try MetricsCommand.run(flags)
        case .describe: return try DescribeCommand.run(flags)
        case .start: return try ControlCommand.start.run(flags)
        case .pause: return try ControlCommand.pause.run(flags)
        case .resume: return try ControlCommand.resume.run(flags)
        case .stop: return try ControlCommand.stop.run(flags)
        case .load: return try await LoadCommand.run(flags)
        case .export: return try ExportCommand.run(flags)
        }
    }

    private static func show(_ text: String, _ code: ExitCode) -> ExitCode {
        let stream = code == .success ? StandardStream.output : .error
        _ = stream.write(ShownText(lines: text))
        return code
    }

    private static var help: String {
        let width = Command.allCases.map(\.rawValue.count).max() ?? 0
        let rows = Command.allCases.map { command in
            let space = String(repeating: " ", count: width - command.rawValue.count)
            return "  \(command.rawValue)\(space)  \(command.table.summary)\n"
        }
        return "runway: watches the running sessions that runwayd streams.\n\nExamples:\n"
            + "  runway live --embedded\n  runway tail --json\n\nCommands:\n\(rows.joined())\n"
            + "runway COMMAND --help lists the flags of a command; runway --version prints the "
            + "version.\n"
    }
}
