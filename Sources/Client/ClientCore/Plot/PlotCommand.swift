import ChannelPipeline
import CommandLine
import Configuration
import FlightPlot
import Readout
import Vocabulary
import WireProtocol

/// `runway plot`: a session, a day or metrics of days as a page or a picture, offline and at full
/// speed.
enum PlotCommand {
    static let table = FlagTable(
        command: "runway plot",
        summary: "draws a session, a day or metrics of days as a page or a picture.",
        examples: [
            "runway plot s1 --seed 42 --out run.html",
            "runway plot --replay run.fit --out run.svg",
            "runway plot s1 --seed 42 --color-by heart_rate --out run.html",
            "runway plot --seed 42 --session s1 --day 2026-01-05 --out day.html",
            "runway plot --seed 42 --session s1 --metrics steps,body_mass_kg --out january.html",
            "runway plot --session s1 --metrics steps --from 27d --socket /run/runway/runwayd.sock"
                + " --out steps.html",
        ],
        flags: [
            Flag(
                "--out", value: "FILE",
                "The file, or - for standard output (required). It needs nothing else: no network, "
                    + "no script."),
            Flag(
                "--format", value: "FORMAT", of: .word(["html", "svg"]),
                "html: a page, with tables; svg: the charts as a picture (default: svg for a FILE "
                    + "that ends so, else html)."),
            Flag("--force", "Replace a file that is there (default: refuse)."),
            Flag(
                "--session", value: "NAME",
                "A session such as s7.2, or a lane, which stands for its lap 0, with --socket for "
                    + "what it flies now; with --day and --metrics a lane (default: s0)."),
            Flag("--day", value: "DAY", "A day with its runs: \(ParsedFlags.dayForm)."),
            Flag(
                "--metrics", value: "NAMES", of: .queryMetrics,
                "Metrics over days, such as steps,body_mass_kg,heart_rate_bpm."),
            Flag(
                "--from", value: "WHEN",
                "Where the metrics begin: \(Moment.form) (default: the date of --epoch; "
                    + "with --socket 27d)."),
            Flag(
                "--to", value: "WHEN",
                "Where they end (default: 28 days after --epoch; with --socket the end of today)."),
            Flag(
                "--interval", value: "SPAN",
                "1d, 2w or 1mo by the calendar, or a span such as 15m (default: 1d)."),
            Flag(
                "--goal", value: "STEPS",
                "Steps of a day, drawn as a line over those of days (default: none)."),
            Flag(
                "--color-by", value: "METRIC", of: .word(TrackTint.allCases.map(\.rawValue)),
                "pace or heart_rate: what colours the track of a run that has places (default: "
                    + "pace)."),
            Command.unitsFlag,
            Flag(
                "--socket", value: "PATH",
                "Ask this daemon (default: fly the fleet here, from the seed)."),
            Command.timeoutFlag,
        ]
            + FleetFlags.all(
                epoch: ExportCommand.epochText, schedule: "laps; days with --day and --metrics"),
        operand: "[SESSION]", operandFlag: "--session")

    static func run(_ flags: ParsedFlags) throws(ProgramFailure) -> ExitCode {
        let subject = try PlotSubject(flags)
        let file = try PlotFile(flags)
        try file.write(subject.text(flags, file.format))
        return .success
    }
}

/// The subject of a plot.
enum PlotSubject: Equatable {
    case session
    case day
    case metrics

    init(_ flags: ParsedFlags) throws(ProgramFailure) {
        let tint: TrackTint? = try flags.word("--color-by")
        _ = try (flags.units, PlotHistory.goal(flags))
        self = try Self.subject(flags)
        guard self != .metrics || tint == nil else {
            throw .usage(
                "--color-by is for the track of a run, and --metrics have none",
                suggestion: "give one of the two")
        }
    }

    private static func subject(_ flags: ParsedFlags) throws(ProgramFailure) -> PlotSubject {
        if flags.has("--day"), flags.has("--metrics") {
            throw .usage(
                "--day is a day, and --metrics are over days", suggestion: "give one of the two")
        }
        let ofMetrics = ["--from", "--to", "--interval", "--goal"].first(where: flags.has)
        if let flag = ofMetrics, !flags.has("--metrics") {
            throw .usage(
                "\(flag) has no meaning without --metrics",
                suggestion: "add --metrics, such as --metrics steps")
        }
        if flags.has("--day") { return .day }
        return flags.has("--metrics") ? .metrics : .session
    }

    fileprivate func text(
        _ flags: ParsedFlags, _ format: PlotFile.Format
    ) throws(ProgramFailure) -> String {
        switch self {
        case .session:
            let page = FlightPage(try track(flags).drawn(by: flags))
            return format == .html ? page.html : page.svg
        case .day, .metrics:
            let page = try PlotHistory(flags).page(isDay: self == .day)
            return format == .html ? page.html : page.svg
        }
    }

    private func track(_ flags: ParsedFlags) throws(ProgramFailure) -> FlightTrack {
        guard flags.has("--socket") else {
            return try PlotFleet(flags, byCalendar: false).track(flags["--session"])
        }
        try PlotFleet.refuseFlags(flags)
        let named = try PlotFleet.selected(flags["--session"])
        var stream =
            named.lap == nil
            ? try PlotStream(flags, lane: "\(named)")
            : try PlotRuns(flags).stream(of: "\(named)")
        return try stream.track()
    }
}
