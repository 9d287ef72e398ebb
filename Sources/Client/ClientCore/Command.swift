import CommandLine
import FlightDisplay
import Readout

/// The commands of `runway`, each with its table of flags.
enum Command: String, CaseIterable {
    case live, tail, record, relay, sessions, query, status, clients, metrics, describe, start
    case pause, resume, stop, add, remove, load, export, plot, log

    var table: FlagTable {
        switch self {
        case .live: LiveCommand.table
        case .tail: TailCommand.table
        case .sessions: SessionsCommand.table
        case .query: QueryCommand.table
        case .status: StatusCommand.table
        case .clients: ClientsCommand.table
        case .metrics: MetricsCommand.table
        case .describe: DescribeCommand.table
        case .start: ControlCommand.start.table
        case .pause: ControlCommand.pause.table
        case .resume: ControlCommand.resume.table
        case .stop: ControlCommand.stop.table
        case .add: EntryCommand.add.table
        case .remove: EntryCommand.remove.table
        case .record: RecordCommand.table
        case .relay: RelayCommand.table
        case .load: LoadCommand.table
        case .export: ExportCommand.table
        case .plot: PlotCommand.table
        case .log: LogCommand.table
        }
    }

    static let socketFlag = Flag(
        "--socket", value: "PATH",
        "The daemon's socket (default: RUNWAY_SOCKET, else where it is).")
    static let timeoutFlag = Flag(
        "--timeout", value: "SPAN",
        "Give up when the daemon has sent nothing for so long, or after six times as long in "
            + "all (default: 10s).")
    static let unitsFlag = Flag(
        "--units", value: "UNITS",
        "What people read: metric, or imperial with miles and pounds; JSON and CSV stay metric "
            + "(default: metric).")
    static let jsonFlag = Flag(
        "--json",
        "Print the daemon's lines unchanged; on a terminal control characters as JSON's escapes.")
}

extension ParsedFlags {
    /// The units of the values that people read.
    var units: Units {
        get throws(UsageError) { try word("--units") ?? .metric }
    }
}

/// What `runway` says of itself and of its commands: `--help`, and `help COMMAND`.
enum ProgramHelp {
    /// The word that asks for help, as a command does for itself.
    static let word = "help"

    static var text: String {
        let rows =
            Command.allCases.map { row($0.rawValue, $0.table.summary) }
            + [row(word, "prints this help, or that of a command.")]
        return "runway: watches the running sessions that runwayd streams.\n\nExamples:\n"
            + "  runway live --embedded\n  runway tail --json\n\nCommands:\n\(rows.joined())\n"
            + "runway help COMMAND lists the flags of a command, as COMMAND --help does;\n"
            + "-h, --help prints this help and -V, --version the version.\n\n\(ends)"
    }

    private static let ends = """
        The daemon's socket is looked for at --socket, else at RUNWAY_SOCKET, else at
        runway/runwayd.sock in the user's runtime directory, else at /run/runway/runwayd.sock.

        Exit codes: 0 done, 2 usage, 65 refused, 66 bad input, 69 no daemon, no answer or a load
        test left incomplete, 70 protocol broken, 73 cannot write, 74 link lost, 75 try again
        later (a file in use, a daemon that is busy, a relay that gave up), 77 not permitted, 78
        wrong configuration, 99 an assertion failed; 129 to 143 by signal.

        """

    private static func row(_ name: String, _ summary: String) -> String {
        let width = Command.allCases.map(\.rawValue.count).max() ?? 0
        let space = String(repeating: " ", count: max(0, width - name.count))
        return "  \(name)\(space)  \(summary)\n"
    }

    /// The text of `runway help` with these words behind it.
    ///
    /// - Throws: if no command has this name, or there is more than one word.
    static func text(of words: [String]) throws(ProgramFailure) -> String {
        guard let name = words.first else { return text }
        if [FlagTable.help.name, FlagTable.help.short, word].contains(name) { return text }
        guard let command = Command(rawValue: name) else { throw .usage(unknown(name)) }
        if command == .load, words.dropFirst().elementsEqual([LoadMergeCommand.word]) {
            return LoadMergeCommand.table.help
        }
        guard words.count == 1 else {
            throw .usage(
                UsageError(
                    "help takes one command, not \"\(words[1])\" too",
                    suggestion: "write runway help \(name)"))
        }
        return command.table.help
    }

    /// The failure for a word that stands in the place of a command and names none.
    static func unknown(_ name: String) -> UsageError {
        let flags = [FlagTable.help.name, FlagTable.version.name]
        guard !name.hasPrefix("-") else {
            return UsageError(
                "there is no flag \(name) in front of a command",
                suggestion: name.suggestion(from: flags)
                    ?? "write runway COMMAND \(name), or see runway --help")
        }
        let names = Command.allCases.map(\.rawValue) + [word]
        return UsageError(
            "there is no command \"\(name)\"",
            suggestion: name.suggestion(from: names) ?? "see runway --help")
    }
}
