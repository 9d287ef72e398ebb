import CommandLine
import LinuxIO
import PlainText

/// The program `runway`: finds the command and runs it.
package enum ClientProgram {
    /// - Parameter arguments: without the program's name.
    /// - Returns: the exit code.
    package static func run(_ arguments: [String]) async -> Int32 {
        Signal.ignoreBrokenPipe()
        do throws(ProgramFailure) {
            return try await dispatch(arguments[...]).rawValue
        } catch {
            let name = arguments.first.flatMap(Command.init(rawValue:)).map { "runway \($0)" }
            _ = StandardStream.error.write("\(name ?? "runway"): \(error)\n")
            return error.code.rawValue
        }
    }

    private static func dispatch(
        _ arguments: ArraySlice<String>
    ) async throws(ProgramFailure) -> ExitCode {
        switch arguments.first {
        case nil: return showHelpAsError()
        case FlagTable.help.name, FlagTable.help.short: return try show(ProgramHelp.text)
        case FlagTable.version.name, FlagTable.version.short: return try showVersion()
        case ProgramHelp.word:
            return try show(ProgramHelp.text(of: Array(arguments.dropFirst())))
        case .some(let name):
            guard let command = Command(rawValue: name) else {
                throw .usage(ProgramHelp.unknown(name))
            }
            return try await run(command, Array(arguments.dropFirst()))
        }
    }

    private static func run(
        _ command: Command, _ arguments: [String]
    ) async throws(ProgramFailure) -> ExitCode {
        if command == .load, arguments.first == LoadMergeCommand.word {
            let table = LoadMergeCommand.table
            let flags = try parsed(arguments.dropFirst(), table)
            if let code = try answered(flags, table) { return code }
            return try LoadMergeCommand.run(flags)
        }
        let flags = try parsed(arguments[...], command.table)
        if let code = try answered(flags, command.table) { return code }
        return try await run(command, flags)
    }

    private static func parsed(
        _ arguments: ArraySlice<String>, _ table: FlagTable
    ) throws(ProgramFailure) -> ParsedFlags {
        do throws(UsageError) {
            return try table.parse(Array(arguments))
        } catch {
            throw .usage(error)
        }
    }

    /// Prints what the flags ask for instead of a run: help or version; nil if nothing.
    private static func answered(
        _ flags: ParsedFlags, _ table: FlagTable
    ) throws(ProgramFailure) -> ExitCode? {
        if flags.has(FlagTable.help.name) { return try show(table.help) }
        return flags.has(FlagTable.version.name) ? try showVersion() : nil
    }

    private static func run(
        _ command: Command, _ flags: ParsedFlags
    ) async throws(ProgramFailure) -> ExitCode {
        switch command {
        case .live: return try await LiveCommand.run(flags)
        case .tail: return try await TailCommand.run(flags)
        case .sessions: return try SessionsCommand.run(flags)
        case .query: return try QueryCommand.run(flags)
        case .status: return try StatusCommand.run(flags)
        case .clients: return try ClientsCommand.run(flags)
        case .metrics: return try MetricsCommand.run(flags)
        case .describe: return try DescribeCommand.run(flags)
        case .start: return try ControlCommand.start.run(flags)
        case .pause: return try ControlCommand.pause.run(flags)
        case .resume: return try ControlCommand.resume.run(flags)
        case .stop: return try ControlCommand.stop.run(flags)
        case .add: return try EntryCommand.add.run(flags)
        case .remove: return try EntryCommand.remove.run(flags)
        case .record: return try await RecordCommand.run(flags)
        case .relay: return try RelayCommand.run(flags)
        case .load: return try await LoadCommand.run(flags)
        case .export: return try ExportCommand.runUntilSignal(flags)
        case .plot: return try PlotCommand.run(flags)
        case .log: return try await LogCommand.run(flags)
        }
    }

    private static func showVersion() throws(ProgramFailure) -> ExitCode {
        try show("runway \(ProgramVersion.text)\n")
    }

    private static func show(_ text: String) throws(ProgramFailure) -> ExitCode {
        try StandardStream.output.print(ShownText(lines: text))
        return .success
    }

    /// Without a command, standard error shows the help, and the exit code is that of a mistake.
    private static func showHelpAsError() -> ExitCode {
        _ = StandardStream.error.write(ShownText(lines: ProgramHelp.text))
        return .usage
    }
}
