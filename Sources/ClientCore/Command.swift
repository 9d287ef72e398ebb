import CommandLine

/// The commands of `runway`, each with its table of flags.
enum Command: String, CaseIterable {
    case live, tail, sessions, status, clients, metrics, describe, start, pause, resume, stop, load,
        export

    var table: FlagTable {
        switch self {
        case .live: LiveCommand.table
        case .tail: TailCommand.table
        case .sessions: SessionsCommand.table
        case .status: StatusCommand.table
        case .clients: ClientsCommand.table
        case .metrics: MetricsCommand.table
        case .describe: DescribeCommand.table
        case .start: ControlCommand.start.table
        case .pause: ControlCommand.pause.table
        case .resume: ControlCommand.resume.table
        case .stop: ControlCommand.stop.table
        case .load: LoadCommand.table
        case .export: ExportCommand.table
        }
    }

    static let socketFlag = Flag(
        "--socket", value: "PATH",
        "The daemon's socket (default: RUNWAY_SOCKET, else where it is).")
    static let timeoutFlag = Flag(
        "--timeout", value: "SPAN",
        "How long the daemon may be silent before it answers; in all six times as long "
            + "(default: 10s).")
    static let jsonFlag = Flag(
        "--json",
        "Print the daemon's lines unchanged; on a terminal control characters as JSON's escapes.")
}
