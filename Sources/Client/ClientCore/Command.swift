import CommandLine
import FlightDisplay
import Readout
import Terminal

/// The commands of `runway`, each with its table of flags.
enum Command: String, CaseIterable {
    case live, tail, record, relay, sessions, athletes, query, status, clients, metrics, describe
    case start, pause, resume, stop, add, remove, load, export, plot, log, completions

    /// The table of the flags, and what runs with them.
    var program: Program {
        switch self {
        case .live: (LiveCommand.table, LiveCommand.run)
        case .tail: (TailCommand.table, TailCommand.run)
        case .sessions: (SessionsCommand.table, SessionsCommand.run)
        case .athletes: (AthletesCommand.table, AthletesCommand.run)
        case .query: (QueryCommand.table, QueryCommand.run)
        case .status: (StatusCommand.table, StatusCommand.run)
        case .clients: (ClientsCommand.table, ClientsCommand.run)
        case .metrics: (MetricsCommand.table, MetricsCommand.run)
        case .describe: (DescribeCommand.table, DescribeCommand.run)
        case .start: (ControlCommand.start.table, ControlCommand.start.run)
        case .pause: (ControlCommand.pause.table, ControlCommand.pause.run)
        case .resume: (ControlCommand.resume.table, ControlCommand.resume.run)
        case .stop: (ControlCommand.stop.table, ControlCommand.stop.run)
        case .add: (EntryCommand.add.table, EntryCommand.add.run)
        case .remove: (EntryCommand.remove.table, EntryCommand.remove.run)
        case .record: (RecordCommand.table, RecordCommand.run)
        case .relay: (RelayCommand.table, RelayCommand.run)
        case .load: (LoadCommand.table, LoadCommand.run)
        case .export: (ExportCommand.table, ExportCommand.runUntilSignal)
        case .plot: (PlotCommand.table, PlotCommand.run)
        case .log: (LogCommand.table, LogCommand.run)
        case .completions: (CompletionsCommand.table, CompletionsCommand.run)
        }
    }

    typealias Program = (
        table: FlagTable, run: (ParsedFlags) async throws(ProgramFailure) -> ExitCode
    )

    var table: FlagTable { program.table }

    static let socketFlag = Flag(
        "--socket", value: "PATH",
        "The daemon's socket (default: RUNWAY_SOCKET, else where it is).")
    static let timeoutFlag = Flag(
        "--timeout", value: "SPAN",
        "Give up when the daemon has sent nothing for so long, or after six times as long in "
            + "all (default: 10s).")
    /// The flags of a command that prints one answer of the daemon.
    static let answerFlags = [
        socketFlag, timeoutFlag, Flag("--json", "Print the daemon's answer unchanged."),
    ]
    static let symbolsFlag = Flag(
        "--symbols", value: "SET", of: .word(Symbols.allCases.map(\.rawValue)),
        "braille, block or ascii (default: what the terminal can show).")
    static let colors = WordDomain.word(["auto", "always", "never"])
    static let colorFlag = Flag(
        "--color", value: "WHEN", of: colors, "auto, always or never (default: auto).")
    static let units = WordDomain.word(Units.allCases.map(\.rawValue))
    static let unitsFlag = Flag(
        "--units", value: "UNITS", of: units,
        "What people read: metric, or imperial with miles and pounds; JSON and CSV stay metric "
            + "(default: metric).")
    static let jsonFlag = Flag(
        "--json",
        "Print the daemon's lines unchanged; on a terminal control characters as JSON's escapes.")
}

extension ParsedFlags {
    /// The units of the values that people read.
    var units: Units {
        get throws(ProgramFailure) { try word("--units") ?? .metric }
    }
}

/// What `runway` says of itself and of its commands: `--help`, and `help COMMAND`.
enum ProgramHelp {
    /// The word that asks for help, as a command does for itself.
    static let word = "help"
    /// Asks `help` for a page of the manual.
    static let manualFlag = "--man"
    static let purpose = "watches the running sessions that runwayd streams"
    static let summary = "prints this help, or that of a command."

    static var text: String {
        let rows =
            Command.allCases.map { row($0.rawValue, $0.table.summary) }
            + [row(word, summary)]
        return "runway: \(purpose).\n\nExamples:\n"
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
        if name == manualFlag { return try manual(Array(words.dropFirst())) }
        guard let command = Command(rawValue: name) else { throw unknown(name) }
        if command == .load, words.dropFirst().elementsEqual([LoadMergeCommand.word]) {
            return LoadMergeCommand.table.help
        }
        guard words.count == 1 else {
            throw .usage(
                "help takes one command, not \"\(words[1])\" too",
                suggestion: "write runway help \(name)")
        }
        return command.table.help
    }

    /// The page of a command in mdoc(7), or without a word the names of all pages.
    private static func manual(_ words: [String]) throws(ProgramFailure) -> String {
        guard let name = words.first else {
            return Manual.pages.map { "\($0.file)\n" }.joined()
        }
        guard words.count == 1, let page = Manual.page(named: name) else {
            throw .usage(
                "there is no page \"\(words.joined(separator: " "))\"",
                suggestion: "see runway help \(manualFlag) for the names of all")
        }
        return page.text
    }

    /// The failure for a word that stands in the place of a command and names none.
    static func unknown(_ name: String) -> ProgramFailure {
        let flags = [FlagTable.help.name, FlagTable.version.name]
        guard !name.hasPrefix("-") else {
            return .usage(
                "there is no flag \(name) in front of a command",
                suggestion: name.suggestion(from: flags)
                    ?? "write runway COMMAND \(name), or see runway --help")
        }
        let names = Command.allCases.map(\.rawValue) + [word]
        return .usage(
            "there is no command \"\(name)\"",
            suggestion: name.suggestion(from: names) ?? "see runway --help")
    }
}
