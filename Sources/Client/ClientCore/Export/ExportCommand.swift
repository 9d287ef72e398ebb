import ActivityFiles
import ChannelPipeline
import CivilTime
import CommandLine
import Configuration
import Exporting
import LinuxIO
import PlainText
import StreamClient
import Vocabulary
import WireProtocol
import ZoneFiles

/// `runway export`: writes whole sessions to files, offline and at full speed; those of lap 0
/// unless sessions are named.
enum ExportCommand {
    static let table = FlagTable(
        command: "runway export", summary: "writes whole sessions to files, without a daemon.",
        examples: [
            "runway export --format csv --seed 42 --sessions 10 --out runs",
            "runway export --format ndjson --seed 42 --kinds stat,phase --window 30s --out runs",
            "runway export --truth --seed 42 --sessions 10 --out runs",
            "runway export --format fit --seed 42 --session s0 --laps phase --out runs",
            "runway export --format health --session s1 --from 2026-03-01 --to 2026-03-29 "
                + "--out apple_health_export",
            "runway export s0 --seed 42 --out - | head",
            "runway export --from 2026-03-01 --to 2026-03-29 --out march",
            "runway export --from 2026-03-01 --metrics heart_rate_bpm,hrv_sdnn_ms,sleep_deep_min "
                + "--out day",
            "runway export --from 2026-03-01 --to 2026-03-29 --answers answers.csv",
        ],
        flags: [
            Flag(
                "--format", value: "FORMAT",
                of: .word(["csv", "ndjson", "fit", "tcx", "gpx", "health"]),
                "csv (default): the running part, a row a sample, with --metrics also where it "
                    + "was; ndjson: the daemon's lines, without clock fields; fit, tcx: activities "
                    + "as watches write them, a record a second; gpx: the track; health: "
                    + "export.xml as the phone's Health app writes it, and the routes of its "
                    + "workouts."),
            Flag(
                "--out", value: "DIR",
                "The folder for the files, made if it is missing; -: standard output, for one "
                    + "session or athlete, or any number as ndjson (required, unless --answers "
                    + "is given)."),
            Flag("--force", "Replace files that are there (default: refuse, and write none)."),
            Flag(
                "--truth",
                "Tell what only the simulator knows, too: more columns in csv, the kind truth in "
                    + "ndjson, developer fields in fit."),
            Flag(
                "--laps", value: "RULE", of: .word(["kilometre", "phase"]),
                "Where the laps of fit and tcx end: kilometre (default) or phase."),
            Flag(
                "--from", value: "MOMENT",
                "Instead of one session of each lane, the days from here on: as csv a file of the "
                    + "entries, to which --metrics adds what does not come by itself, and one for "
                    + "each run; as ndjson the lines, with the kind entry; as fit, tcx or gpx a "
                    + "file for each run; as health one for each athlete. It is "
                    + "\(Moment.form); today is the machine's."),
            Flag(
                "--to", value: "MOMENT",
                "The same, what is left out from there on (default: the day after --from)."),
            Flag(
                "--answers", value: "FILE",
                "Write what a reader of the days must find, as CSV, a row for each athlete and "
                    + "date: what befell the athlete, ordered and drawn, and the totals of steps, "
                    + "sleep and the rest; with --from, and with or without --out. Its folder is "
                    + "made if it is missing; -: standard output."),
        ]
            + FleetFlags.all(
                epoch: epochText,
                schedule: "laps; days with --from and --format health, but for recordings")
            + ChannelFlags.all, operand: "[SESSION...]", operandFlag: "--session")

    /// A constant, so that the same flags give the same bytes on any day.
    static let epochText = "2026-01-01T00:00:00Z"
    static let epoch: Int64 = 1_767_225_600_000_000

    /// Runs until the end, or until a signal; no incomplete file is left.
    static func runUntilSignal(_ flags: ParsedFlags) throws(ProgramFailure) -> ExitCode {
        // On standard output alone a signal may end the export at once.
        let targets = [try ExportTarget(flags), try ExportTarget(answers: flags)]
        guard targets.contains(where: { $0 != nil && $0 != .standardOutput }) else {
            return try run(flags)
        }
        let interruption = try Interruption(takesHangUp: true)
        return try run(flags) { try? interruption.read() }
    }

    /// - Parameter signal: the exit code of the signal that has come.
    static func run(
        _ flags: ParsedFlags, until signal: @escaping () -> ExitCode? = { nil }
    ) throws(ProgramFailure) -> ExitCode {
        let added = try AddedMetrics(flags)
        let request = try ChannelFlags.request(AddedMetrics.without(flags), after: nil).request
        let format = try SessionExport.Format(flags, request.shape)
        let (target, answerTarget) = (try ExportTarget(flags), try ExportTarget(answers: flags))
        let fleet = try fleet(flags)
        let export = SessionExport(
            fleet: fleet, format: format, tellsTruth: flags.has("--truth"),
            places: added.places.members, dayMetrics: DayMetric.defaults.union(added.days),
            zone: try zone(of: fleet), hasRoutes: target != .standardOutput)
        let days = try DayExport(flags, export)
        var outputs: [(target: ExportTarget, files: [ExportFile])] = []
        if let target {
            outputs.append((target, try files(request, days, export)))
        }
        if let answerTarget, let days {
            outputs.append((answerTarget, [try answers(request, days, flags)]))
        }
        try ExportTarget.refuse(outputs)
        for (target, files) in outputs {
            let code = try target.write(files, until: signal)
            // Who reads standard output may have enough of it; the other output is still wanted.
            if code == .success { continue }
            if let code { return code }
            let count = files.count.counted(files.first?.what ?? "file")
            _ = StandardStream.error.write(
                "\(count) of seed \(fleet.seed) \(target.place)\(target.omission(of: files))\n")
        }
        return .success
    }

    private static func files(
        _ request: SubscribeRequest, _ days: DayExport?, _ export: SessionExport
    ) throws(ProgramFailure) -> [ExportFile] {
        if let days { return days.files(try lanes(request, of: export.fleet)) }
        let sessions = try sessions(request, of: export.fleet)
        for start in sessions.map(export.fleet.start) { try export.checkTimes(start...start) }
        return export.files(of: sessions)
    }

    private static func answers(
        _ request: SubscribeRequest, _ days: DayExport, _ flags: ParsedFlags
    ) throws(ProgramFailure) -> ExportFile {
        guard days.isKnown else {
            throw .usage(
                "the days of athletes are known from 2000-01-02 to 2199-12-30",
                suggestion: "give --from and --to between them")
        }
        let path = flags["--answers"] ?? ""
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return days.answers(try lanes(request, of: days.fleet), named: name)
    }

    /// An export of days has a fleet that flies by the calendar, unless flags say otherwise.
    static func fleet(_ flags: ParsedFlags) throws(ProgramFailure) -> Fleet {
        let looksAtDays = flags.has("--from") || flags["--format"] == "health"
        return try FleetFlags.fleet(
            looksAtDays ? FleetFlags.byCalendar(flags) : flags, defaultEpoch: epoch)
    }

    /// The sessions that the request selects; a lane stands for its lap 0.
    ///
    /// - Throws: the errors that a daemon would answer: no such session, or no such interval.
    static func sessions(
        _ request: SubscribeRequest, of fleet: Fleet
    ) throws(ProgramFailure) -> [SessionName] {
        try checkNoBook(request)
        do throws(WireError) {
            try request.shape.validate(rate: fleet.rate)
            let lanes = try fleet.choices(request.selection).map(\.lane)
            guard case .some(let selected) = request.selection else {
                return lanes.map { first(of: $0, in: fleet) }
            }
            let names = selected.map { selected in
                selected.lap.map { SessionName(lane: selected.lane, lap: $0) }
                    ?? first(of: selected.lane, in: fleet)
            }
            return names.enumerated().filter { !names[..<$0].contains($1) }.map(\.element)
        } catch {
            throw .usage(error)
        }
    }

    /// Refuses books of days and entries: an export without dates writes sessions alone.
    private static func checkNoBook(_ request: SubscribeRequest) throws(ProgramFailure) {
        if case .some(let selected) = request.selection, let book = selected.first(where: \.isBook)
        {
            throw .usage(
                "--session \(book) is the book of a day, and export writes sessions",
                suggestion: "name a session, such as s\(book.flownLane)")
        }
        guard request.shape.kinds.contains(.entry) else { return }
        throw .usage(
            "--kinds entry is of days, and export writes sessions", suggestion: "leave entry out")
    }

    /// The lanes whose sessions the request selects.
    private static func lanes(
        _ request: SubscribeRequest, of fleet: Fleet
    ) throws(ProgramFailure) -> [LaneID] {
        do throws(WireError) {
            try request.shape.validate(rate: fleet.rate)
            if case .some(let selected) = request.selection,
                let named = selected.first(where: { $0.lap != nil })
            {
                throw WireError(
                    .badField, reason: "With --from lanes are named, and \(named) is none.",
                    suggestion: "Name s\(named.flownLane).", field: "select.session")
            }
            return try fleet.choices(request.selection).map(\.lane)
        } catch {
            throw .usage(error)
        }
    }

    /// Lap 0; by the calendar the run that is aloft at the epoch, or the next one.
    static func first(of lane: LaneID, in fleet: Fleet) -> SessionName {
        fleet.restsBetweenRuns
            ? fleet.session(of: lane, at: fleet.epoch) : SessionName(lane: lane, lap: 0)
    }

    static func zone(of fleet: Fleet) throws(ProgramFailure) -> TimeZoneRules {
        guard let name = fleet.dayCalendar.zoneName else { return .utc }
        do throws(TimeZoneFailure) {
            return try .named(name)
        } catch {
            throw ProgramFailure(.input, "\(error)")
        }
    }
}
