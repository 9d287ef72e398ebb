import CommandLine
import Configuration
import LinuxIO
import Relay
import StreamClient
import Vocabulary
import WireProtocol

/// `runway relay`: hands lines to an engine's client, each at least once.
enum RelayCommand {
    static let table = FlagTable(
        command: "runway relay",
        summary: "hands lines to a command in batches, at least once, whatever is killed.",
        examples: [
            "runway relay --exec cat",
            "runway relay --name kafka --key '{session}' --exec \"kcat -P -b B -t runs -K '\\t'\"",
            "runway relay --name jets --key '{session}' --ack lines --exec config/relay/nats",
            "runway relay --name kafka --status",
        ],
        flags: [
            Command.socketFlag,
            Flag(
                "--exec", value: "CMD",
                "Run by /bin/sh -c for each batch, with the batch as standard input: exit code 0 "
                    + "acknowledges it. Anything else is tried again, with the same bytes."),
            Flag(
                "--ack", value: "HOW", of: .word(["exit", "lines"]),
                "exit: by exit code; lines: CMD runs on, reads lines, and writes the ids of those "
                    + "that are safe, a line each (default: exit)."),
            Flag(
                "--batch-lines", value: "COUNT",
                "A batch has so many lines at most; with --ack lines so many wait for their "
                    + "acknowledgement (default: 5000)."),
            Flag(
                "--batch-bytes", value: "BYTES",
                "The same in bytes, such as 512k or 4M (default: 1M)."),
            Flag(
                "--batch-age", value: "SPAN",
                "A batch waits so long for more lines (default: 1s)."),
            Flag(
                "--attempt", value: "SPAN",
                "End a command that has acknowledged nothing for so long, and try again "
                    + "(default: 5m)."),
            Flag(
                "--give-up", value: "SPAN",
                "End with exit code 75 after so long without success (default: never)."),
            Flag(
                "--key", value: "TEMPLATE",
                "Begin each line with a key and a tab, such as {session} or {lane}."),
            Flag(
                "--id", value: "TEMPLATE",
                "Put an id and a tab before the value, such as {sub}:{fleet}:{session}:{n} (with "
                    + "--ack lines the default), where sub is the relay's name."),
            Flag(
                "--value", value: "FIELDS",
                "Of each line these fields only, such as t,heart_rate_bpm.average (default: the "
                    + "line without its clock fields, the same whenever it is sent)."),
            Flag("--clock", "Leave the clock fields due_us and late_us in the line."),
            Flag(
                "--name", value: "NAME",
                "What the relay is called in ids, files and metrics (default: relay)."),
            Flag(
                AnchorFile.flag, value: "FILE",
                "Go on after the anchor in it, and keep there up to where all is acknowledged; "
                    + "status and lock lie beside (default: relay-NAME.anchor in STATE_DIRECTORY "
                    + "or ~/.local/state/runway)."),
            Flag(
                "--metrics-file", value: "FILE",
                "Keep lag and counters there for node_exporter's textfile collector."),
            Flag("--status", "Print how the relay of --name or --anchor-file is, and end."),
            Flag(
                "--json", "With --status: print its status file as it is."),
            Flag(
                "--from", value: "WHERE",
                "Where a relay without an anchor begins: start, or strictly after an anchor or a "
                    + "moment as of --since (default: now)."),
            Flag(
                "--since", value: "MOMENT",
                "Where it begins with the lines of a moment of fleet time: \(Moment.form)."),
            Flag(
                "--until", value: "MOMENT",
                "End once every line before such a moment is acknowledged."),
            Flag("--for", value: "SPAN", "End after a time, such as 10s (default: never)."),
            TailOptions.silenceFlag,
        ] + ChannelFlags.all, operand: "[SESSION...]", operandFlag: "--session")

    static func run(_ flags: ParsedFlags) throws(ProgramFailure) -> ExitCode {
        if flags.has("--status") { return try RelayStatusCommand.run(flags) }
        guard !flags.has("--json") else {
            throw .usage("--json is for --status", suggestion: "add --status, or leave it out")
        }
        let options = try RelayOptions(flags)
        try options.files.makeFolder()
        var session = try RelaySession(options)
        return session.run()
    }
}
