import CommandLine
import StreamClient
import Vocabulary
import WireProtocol

/// `runway record`: keeps the lines that it follows in files by day, and goes on after any failure.
enum RecordCommand {
    static let table = FlagTable(
        command: "runway record",
        summary: "follows sessions for ever, and keeps their lines in a file for each day.",
        examples: [
            "runway record --out runs",
            "runway record --out life --kinds entry,phase,advisory,event --sync-every 1m",
            "runway record s0 --out runs --every 5m --window 5m",
            "runway record --every 5m --align clock --window 5m --kinds stat,entry "
                + "--metrics latitude_deg,longitude_deg --out where",
        ],
        flags: [
            Command.socketFlag,
            Flag(
                "--out", value: "DIR",
                "The folder of the files, such as 2026-03-01.ndjson, by the fleet's days. The same "
                    + "command goes on after their last line."),
            Flag(
                syncEvery, value: "SPAN",
                "How long lines may wait until they are on the disk (default: \(usualInterval))."),
            Flag(
                "--from", value: "WHERE",
                "Where a folder without lines begins: start, or strictly after an anchor or "
                    + "\(Moment.form) (default: now)."),
            Flag("--for", value: "SPAN", "End after a time, such as 10s (default: never)."),
            TailOptions.silenceFlag,
            Flag(statEvery, value: "SPAN", "The former name of \(every)."),
        ] + ChannelFlags.all, operand: "[SESSION...]", operandFlag: "--session")

    private static let every = "--every"
    private static let syncEvery = "--sync-every"
    private static let statEvery = "--stat-every"
    private static let usualInterval = "5m"

    static func run(_ flags: ParsedFlags) async throws(ProgramFailure) -> ExitCode {
        let path = try path(flags)
        // A refused command leaves no folder behind.
        let tail = try options(flags, path)
        let folder = try RecordFolder(path)
        let interruption = try Interruption()
        var session = try TailSession(tail, DaemonConnections(flags), into: folder)
        let code = session.run(until: interruption)
        // SIGTERM is the usual end of a recording.
        return code == .terminated ? .success : code
    }

    private static func path(_ flags: ParsedFlags) throws(ProgramFailure) -> String {
        guard let path = flags["--out"] else {
            throw .usage("no folder is named", suggestion: "write runway record --out DIR")
        }
        guard path != "-" else {
            throw .usage(
                "record keeps files in a folder, and --out - names none",
                suggestion: "write runway tail --json for standard output, or --out ./- for a "
                    + "folder of that name")
        }
        return path
    }

    /// The options of a `tail` that never ends and never loses a line: where it is read too slowly,
    /// the daemon ends the connection, and the next one goes on after the last line.
    ///
    /// - Parameter path: the path of the folder, which need not exist.
    static func options(
        _ flags: ParsedFlags, _ path: String
    ) throws(ProgramFailure) -> TailOptions {
        let span = try flags.span(syncEvery)
        try refuseFormerMeaning(flags)
        var flags = flags
        flags.set(ChannelFlags.queueFlag.name, QueuePolicy.close.rawValue)
        if let former = flags[statEvery] { flags.setDefault(every, former) }
        flags.set(AnchorFile.flag, RecordFolder.anchorPath(in: path))
        var options = try TailOptions(flags)
        options.insists = true
        options.fileFlag = "--out"
        options.anchorInterval = max(span ?? .seconds(300), AnchorSchedule.longestWait)
        return options
    }

    /// Refuses `--every` in its former meaning: how long lines may wait until they are on the disk.
    private static func refuseFormerMeaning(_ flags: ParsedFlags) throws(ProgramFailure) {
        let kinds = flags["--kinds"]?.split(separator: ",") ?? ["stat"]
        guard let span = flags[every], !kinds.contains("stat") else { return }
        throw .usage(
            "\(every) is how often a statistic comes, and --kinds has no stat",
            suggestion: "write \(syncEvery) \(span) for how long lines may wait until they are on "
                + "the disk")
    }
}
