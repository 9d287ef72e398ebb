import ActivityFiles
import ChannelPipeline
import CommandLine
import Exporting
import LinuxIO
import StreamClient
import Vocabulary

/// `--format`, and the flags that have a meaning for some formats only.
extension SessionExport.Format {
    /// - Parameter shape: the shape of the lines, from their flags.
    init(_ flags: ParsedFlags, _ shape: ChannelShape) throws(ProgramFailure) {
        let named = flags["--format"] ?? "csv"
        if let fixed = Self.fixed[named] {
            try Self.refuseChannel(
                flags, but: named == "csv" ? ["--metrics"] : [],
                "\(named), whose \(fixed) are fixed")
        }
        if ["tcx", "gpx", "health"].contains(named) { try Self.refuseTruth(flags, named) }
        switch named {
        case "csv": self = .csv
        case "ndjson": self = .ndjson(shape)
        case "fit", "tcx":
            let laps: LapRule = try flags.word("--laps") ?? .kilometre
            self = named == "fit" ? .fit(laps) : .tcx(laps)
            return
        case "gpx": self = .gpx
        case "health": self = .health
        case let other:
            throw .usage(
                "--format cannot be \"\(other)\"",
                suggestion: "give csv, ndjson, fit, tcx, gpx or health")
        }
        guard !flags.has("--laps") else {
            throw .usage(
                "--laps has no meaning for \(name), which has none",
                suggestion: "add --format fit or --format tcx")
        }
    }

    /// What a format fixes that the flags of a channel choose for lines.
    private static let fixed = [
        "csv": "columns", "fit": "fields", "tcx": "elements", "gpx": "elements",
        "health": "records",
    ]

    /// Refuses the flags of a channel, which only shape lines.
    private static func refuseChannel(
        _ flags: ParsedFlags, but allowed: [String], _ format: String
    ) throws(ProgramFailure) {
        let allowed = allowed + ["--session"]
        let given = ChannelFlags.all.first { flags.has($0.name) && !allowed.contains($0.name) }
        guard let flag = given else { return }
        throw .usage("\(flag.name) has no meaning for \(format)", suggestion: "add --format ndjson")
    }

    private static func refuseTruth(_ flags: ParsedFlags, _ format: String) throws(ProgramFailure) {
        guard flags.has("--truth") else { return }
        throw .usage(
            "--truth has no meaning for \(format), which has no place for it",
            suggestion: "add --format fit, csv or ndjson")
    }
}

/// What `--metrics` adds to csv: where runs were, in their columns, and with `--from` metrics of
/// days, in the file of entries.
struct AddedMetrics {
    private(set) var places: MetricSet = []
    private(set) var days: DayMetricSet = []

    init(_ flags: ParsedFlags) throws(ProgramFailure) {
        guard Self.takes(flags) else { return }
        for name in (flags["--metrics"] ?? "").split(separator: ",") {
            let metric = QueryMetric(named: name)
            let place = metric?.run.flatMap { Metric.places.contains($0) ? $0 : nil }
            let day = flags.has("--from") ? metric?.day : nil
            guard place != nil || day != nil else {
                throw Self.refusal(of: metric, "\(name)", hasEntries: flags.has("--from"))
            }
            if let place { places.formUnion(MetricSet(place)) }
            if let day { days.formUnion(DayMetricSet(day)) }
        }
    }

    /// The flags of the request: names of days are none for the columns of runs.
    static func without(_ flags: ParsedFlags) -> ParsedFlags {
        guard takes(flags) else { return flags }
        var flags = flags
        flags.set("--metrics", nil)
        return flags
    }

    private static func takes(_ flags: ParsedFlags) -> Bool { flags["--format"] ?? "csv" == "csv" }

    private static func refusal(
        of metric: QueryMetric?, _ name: String, hasEntries: Bool
    ) -> ProgramFailure {
        let places = Metric.places.members.map(\.name)
        let days = DayMetric.allCases.map(\.name).filter { !places.contains($0) }
        let names = (places + (hasEntries ? days : [])).joined(separator: ", ")
        guard let metric else {
            return .usage(
                "--metrics: there is no metric \"\(name)\"",
                suggestion: "name some of \(names)")
        }
        return .usage(
            "--metrics cannot name \(metric.name) for csv, whose columns of bodies are fixed",
            suggestion: "name some of \(names), or add "
                + (metric.run == nil ? "--from for the entries of days" : "--format ndjson"))
    }
}

extension DayExport {
    /// The days that `--from` and `--to` name; nil without dates.
    init?(_ flags: ParsedFlags, _ export: SessionExport) throws(ProgramFailure) {
        let calendar = export.fleet.dayCalendar
        let clock = MomentClock(
            present: FleetInstant(notAfter: WallClock.nowMicroseconds), zone: calendar.zone)
        guard let from = try flags.moment("--from")?.anchor(by: clock) else {
            guard flags.has("--to") else { return nil }
            throw .usage("--to says where days end", suggestion: "say with --from where they begin")
        }
        let to = try flags.moment("--to")?.anchor(by: clock)
        let start = calendar.instant(from, addingDays: 0, months: 0)
        let end = calendar.instant(to ?? from, addingDays: to == nil ? 1 : 0, months: 0)
        guard start < end else {
            throw .usage(
                "there is no day from \(from) to \(to?.description ?? "the next date")",
                suggestion: "give --to a later date than --from")
        }
        try export.checkTimes(start...end)
        self.init(export, start..<end)
    }
}
