import CommandLine
import Configuration
import LinuxIO
import StreamClient
import Terminal
import Vocabulary
import WireProtocol

/// `runway tail`: follows sessions, line by line.
enum TailCommand {
    static let table = FlagTable(
        command: "runway tail", summary: "follows sessions, one line for each statistic or event.",
        examples: [
            "runway tail --embedded",
            "runway tail --session s0 --kinds stat,phase --window 30s --smooth ema:5s",
            "runway tail s0 --since 1h --until 30m",
            "runway tail s0 --since 'yesterday 18:00' --until today",
            "runway tail --last 20",
            "runway tail --template '{t} {session} {heart_rate_bpm.average}'",
            "runway tail --json --from start -n 1000 > lines.ndjson",
            "runway tail --json --anchor-file runs.anchor >> runs.ndjson",
        ],
        flags: [
            Command.socketFlag,
            DaemonAccess.embeddedFlag,
            Command.jsonFlag,
            Flag(
                "-n", value: "COUNT",
                "End after so many lines of data; snapshots and notices are not counted."),
            Flag("--for", value: "SPAN", "End after a time, such as 10s."),
            Flag(
                "--from", value: "WHERE",
                "start: from the start of what flies now; an anchor, or a moment as of --since: "
                    + "strictly after it."),
            Flag(
                "--since", value: "MOMENT",
                "Begin with the lines of a moment of fleet time: \(Moment.form)."),
            Flag(
                "--last", value: "COUNT",
                "Begin so many lines back; they are computed again. One of --from, --since and "
                    + "--last says where it begins."),
            Flag("--until", value: "MOMENT", "End before the lines of such a moment."),
            Flag(
                AnchorFile.flag, value: "FILE",
                "Resume after the anchor in it, and keep it up to date; one process at a time. A "
                    + "missing or empty one begins where --from, --since or --last says, else "
                    + "now."),
            TailOptions.silenceFlag,
            Flag("--no-reconnect", "End when the link is lost (default: connect again, go on)."),
            Flag(
                "--time", value: "STYLE", of: .word(TimeStyle.allCases.map(\.rawValue)),
                "How text shows times: utc, local (the machine's zone, or that of TZ), iso (date "
                    + "and time), relative (since the session's start, or its first line), none "
                    + "(default: utc)."),
            Flag(
                "--color", value: "WHEN", of: Command.colors,
                "Colours for phases and lanes: auto, always or never (default: auto)."),
            Command.unitsFlag,
        ] + OutputForm.flags + ChannelFlags.all + [ChannelFlags.queueFlag] + FleetFlags.all
            + [DaemonFlags.speed], operand: "[SESSION...]", operandFlag: "--session")

    static func run(_ flags: ParsedFlags) async throws(ProgramFailure) -> ExitCode {
        let tail = try TailOptions(flags)
        let interruption = try Interruption()
        return try await DaemonAccess.run(flags) { socketPath throws(ProgramFailure) in
            var session = try TailSession(tail, DaemonConnections(flags, socketPath: socketPath))
            return session.run(until: interruption)
        }
    }
}
