import CommandLine
import LinuxIO
import PlainText

/// The program `runway`: finds the command and runs it.
package struct ClientProgram {
    private let commit: String

    /// - Parameter commit: what the program is made of; empty if it is not known.
    package init(commit: String) { self.commit = commit }

    /// - Parameter arguments: without the program's name.
    /// - Returns: the exit code.
    package func run(_ arguments: [String]) async -> Int32 {
        Signal.ignoreBrokenPipe()
        do throws(ProgramFailure) {
            return try await dispatch(arguments[...]).rawValue
        } catch {
            let name = arguments.first.flatMap(Command.init(rawValue:)).map { "runway \($0)" }
            _ = StandardStream.error.write("\(name ?? "runway"): \(error)\n")
            return error.code.rawValue
        }
    }

    private func dispatch(
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
                throw ProgramHelp.unknown(name)
            }
            return try await run(command, Array(arguments.dropFirst()))
        }
    }

    private func run(
        _ command: Command, _ arguments: [String]
    ) async throws(ProgramFailure) -> ExitCode {
        var (program, rest) = (command.program, arguments)
        if command == .load, arguments.first == LoadMergeCommand.word {
            program = (LoadMergeCommand.table, LoadMergeCommand.run)
            rest.removeFirst()
        }
        let flags = try program.table.parse(rest)
        if flags.has(FlagTable.help.name) { return try show(program.table.help) }
        if flags.has(FlagTable.version.name) { return try showVersion() }
        return try await program.run(flags)
    }

    private func showVersion() throws(ProgramFailure) -> ExitCode {
        try show(ProgramVersion.line(of: "runway", commit: commit))
    }

    private func show(_ text: String) throws(ProgramFailure) -> ExitCode {
        try StandardStream.output.print(ShownText(lines: text))
        return .success
    }

    /// Without a command, standard error shows the help, and the exit code is that of a mistake.
    private func showHelpAsError() -> ExitCode {
        _ = StandardStream.error.write(ShownText(lines: ProgramHelp.text))
        return .usage
    }
}
