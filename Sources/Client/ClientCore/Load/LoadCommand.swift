import CommandLine
import Configuration
import LinuxIO
import LoadReport
import LoadTesting
import PlainText
import StreamClient
import Vocabulary

/// `runway load`: puts load on a daemon, and accounts for every line of it.
enum LoadCommand {
    static let table = FlagTable(
        command: "runway load",
        summary: "loads a daemon, and measures from when lines were due: no coordinated omission.",
        examples: [
            "runway load --embedded --sessions 100 --subscribers 1000 --spread",
            "runway load --mix steady=90,slow=5,resume=5 --for 60s --assert 'p99.9<5ms'",
            "runway load --stages 0-100/10s,100/30s,100-500/1m --spread",
            "runway load --find-limit 'p99<10ms' --spread --html limit.html",
            "runway load --subscribers 80000 --part 3/8 --at 2026-11-24T06:00:00Z --json 3.json",
            "runway load merge 0.json 1.json --assert 'p99<10ms'",
        ],
        flags: [Command.socketFlag, DaemonAccess.embeddedFlag] + load + checks + output
            + remarks + ChannelFlags.all + [ChannelFlags.queueFlag] + FleetFlags.all
            + [DaemonFlags.speed], operand: "[SESSION...]", operandFlag: "--session")

    private static let load = [
        Flag("--subscribers", value: "N", "How many connections (default: 100)."),
        Flag(
            "--mix", value: "MIX",
            "Percent of each class: steady, slow, stalled, churn, resume, hostile, such as "
                + "steady=90,slow=10 (default: steady=100)."),
        Flag("--spread", "Let each subscriber follow one lane, in turn (default: all do all)."),
        Flag("--ramp", value: "RATE", "Connections begun in a second (default: 1000/s)."),
        Flag(
            "--warm-up", value: "SPAN",
            "After all have connected; not counted in rates and latencies (default: 5s)."),
        Flag("--for", value: "SPAN", "How long to measure (default: 30s)."),
        Flag(
            "--stages", value: "STAGES",
            "Subscribers over time, such as 0-100/10s,100/30s,100-0/10s, each with its figures."),
        Flag(
            "--from", value: "WHERE",
            "start: from the start of what flies now; an anchor or a moment: strictly after it. "
                + "It is \(Moment.form)."),
        Flag(
            "--slow-share", value: "SHARE",
            "Slow subscribers read this share of their lines (default: 0.5)."),
        Flag(
            "--stall", value: "SPAN",
            "How long a stalled subscriber stops reading (default: 10s)."),
        Flag(
            "--cycle", value: "SPAN",
            "About how long churn, resume and hostile stay connected, and stalled ones read "
                + "(default: 10s)."),
        Flag(
            "--part", value: "I/M",
            "Be one of M parts that share the subscribers, as from other hosts; 0/M is the first."),
        Flag(
            "--at", value: "MOMENT",
            "When to begin to measure, by the machine's clock and in UTC, the same for all parts; "
                + "until then the warm-up goes on. A time of day is the next one."),
        Flag("--dice", value: "SEED", "What the tester draws from (default: drawn, and told)."),
    ]

    static let assertFlag = Flag(
        "--assert", value: "EXPR", repeatable: true,
        "What must hold, such as p99.9<5ms or unaccounted==0; may be given again.")

    private static let checks = [
        Flag(
            "--truth",
            "Let the first steady subscriber compare smoothed heart rate with the driven one."),
        assertFlag,
        Flag("--abort-on-fail", "End as soon as an assertion fails, from 5 s on."),
        Flag(
            "--find-limit", value: "EXPR",
            "Raise the load until the assertion fails, and tell the highest that held."),
        Flag(
            "--raise", value: "WHAT", of: .word(["subscribers", "speed"]),
            "subscribers or speed (default: subscribers)."),
    ]

    static let output = [
        Flag("--json", value: "FILE", "Write the result as one object."),
        Flag(
            "--hdr", value: "FILE", "Write the percentiles as plotters of HdrHistogram read them."),
        Flag("--series", value: "FILE", "Write an object for each second."),
        Flag("--html", value: "FILE", "Write a page with graphs, which needs no network."),
        Command.colorFlag,
    ]

    private static let remarks = [
        Flag("--figures", "Print the figures that reports and assertions name, and exit."),
        Flag("--dry-run", "Print the plan and what it needs, and exit."),
        Flag("--quiet", "No progress and no remarks on standard error."),
    ]

    static func run(_ flags: ParsedFlags) async throws(ProgramFailure) -> ExitCode {
        guard !flags.has("--figures") else {
            try StandardStream.output.print(ShownText(lines: LoadFigure.listing))
            return .success
        }
        let options = try LoadOptions(flags, of: table)
        try raiseOpenFileLimit(options)
        if options.isDryRun { return try dryRun(options) }
        let interruption = try Interruption()
        if let limit = options.limit {
            var search = LimitSearch(options, holding: limit)
            let outcome = try await search.outcome { options throws(ProgramFailure) in
                try await Self.outcome(of: options, until: interruption)
            }
            return try LoadReports(outcome, options).write(outcome.end)
        }
        let outcome = try await Self.outcome(of: options, until: interruption)
        return try LoadReports(outcome, options).write(outcome.end)
    }

    /// Runs a load test on the daemon that the options name, or on one started for this run.
    private static func outcome(
        of options: LoadOptions, until interruption: borrowing Interruption
    ) async throws(ProgramFailure) -> LoadOutcome {
        try await DaemonAccess.run(options.flags) { socketPath throws(ProgramFailure) in
            try LoadRun.outcome(of: options, socketPath, until: interruption)
        }
    }

    /// Raises the limit of open files as far as the user may: each subscriber takes a descriptor.
    private static func raiseOpenFileLimit(_ options: LoadOptions) throws(ProgramFailure) {
        do throws(SystemFailure) {
            let before = try OpenFileLimit.current()
            let limit = try OpenFileLimit.raise()
            guard limit != before, !options.isQuiet else { return }
            LoadProgress.tell("limit of open files raised from \(before) to \(limit)")
        } catch {
            throw ProgramFailure(.failure, "cannot raise the limit of open files: \(error)")
        }
    }

    /// Asks a running daemon for its limits; an embedded daemon is not started for this.
    private static func dryRun(_ options: LoadOptions) throws(ProgramFailure) -> ExitCode {
        let plan: LoadPlan
        if options.isEmbedded {
            try DaemonAccess.refuseSocket(options.flags)
            plan = try LoadPlan(options)
        } else {
            try DaemonAccess.refuseFleetFlags(options.flags)
            let control = try LoadControl(options.flags, socketPath: nil)
            plan = try LoadPlan(options, greeting: control.greeting, status: control.firstStatus)
        }
        try StandardStream.output.print(ShownText(lines: plan.text))
        try plan.refuseShortage()
        return .success
    }
}
