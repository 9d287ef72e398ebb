import CommandLine
import FlightDisplay
import LinuxIO
import PlainText
import Readout
import StreamClient
import Vocabulary
import WireProtocol

/// `runway query`: statistics of lanes, interval by interval.
enum QueryCommand {
    static let table = FlagTable(
        command: "runway query",
        summary: "sums up samples and entries by hours, days, weeks or months.",
        examples: [
            "runway query s1 --metrics steps,distance_m,body_mass_kg",
            "runway query --session s1 --from 2026-01-01 --to 2027-01-01 --interval 1mo",
            "runway query s0 s1 --from today --interval 15m --metrics steps --csv",
            "runway query --from yesterday --to today --json | jq .sleep_min.sum",
            "runway query --session s1 --metrics body_mass_kg --differences --by weekday",
        ],
        flags: [Command.socketFlag, timeoutFlag] + QueryQuestion.flags + [
            Flag(
                "--by", value: "WHAT", of: .word(["weekday"]),
                "weekday: the average of the days of each weekday; a day that is not over is left "
                    + "out."),
            Flag(
                "--differences",
                "The difference of each day to the day before, if both have a value; with --by "
                    + "weekday their averages."),
            Flag(
                "--json",
                "Print the daemon's buckets unchanged; with --by or --differences a line for each "
                    + "row, of the type weekday or difference."),
            Flag(
                "--csv",
                "Print comma-separated values, times in UTC; an empty cell is nothing, not zero."),
            Command.unitsFlag,
        ], operand: "[SESSION...]", operandFlag: "--session")

    static func run(_ flags: ParsedFlags) throws(ProgramFailure) -> ExitCode {
        let (form, units) = try (DerivedForm(flags), flags.units)
        guard !flags.has("--json") || !flags.has("--csv") else {
            throw .usage("--json and --csv are two forms", suggestion: "give one of them")
        }
        let question = try QueryQuestion(flags)
        var link = try DaemonLink(flags, patience: flags.has("--timeout") ? nil : usualPatience)
        let clock = try FleetClock(link.greeting)
        var request = try question.request(at: clock.present, clock.zone)
        if let form {
            try form.check(request)
            request.from = form.start(request.from)
        }
        flags.tell(LapsNotice.note(on: request, link.greeting))
        if let form {
            var table = DerivedTable(form, request, clock.zone, units, flags)
            try ask(request, &link) { _, bucket in
                table.add(bucket)
                return true
            }
            try StandardStream.output.print(ShownText(lines: table.text))
            return .success
        }
        if flags.has("--json") {
            var output = JSONOutput()
            try ask(request, &link) { line, _ throws(ProgramFailure) in try output.print(line) }
            return .success
        }
        if flags.has("--csv") { return try printRows(request, &link) }
        var text = QueryTable(
            request, zone: clock.zone, namesStatistics: flags["--stats"] != nil, units)
        try ask(request, &link) { _, bucket in
            text.add(bucket)
            return true
        }
        try StandardStream.output.print(ShownText(lines: text.text))
        return .success
    }

    private static let timeoutFlag = Flag(
        "--timeout", value: "SPAN",
        "How long the daemon may be silent while it computes (default: 2m).")
    /// A year of one session at the highest rate takes some ten seconds.
    static let usualPatience = Duration.seconds(120)

    private static func printRows(
        _ request: QueryRequest, _ link: inout DaemonLink
    ) throws(ProgramFailure) -> ExitCode {
        let columns = QueryColumn.all(of: request.metrics, request.statistics)
        let head = ["session", "start", "end", "open"] + columns.map(\.name)
        try StandardStream.output.print(ShownText(lines: head.joined(separator: ",") + "\n"))
        try ask(request, &link) { _, bucket throws(ProgramFailure) in
            let fields = ["session", "start", "end"].map { bucket[$0]?.text ?? "" }
            let isOpen = bucket["open"] == .boolean(true) ? "true" : ""
            let row = fields + [isOpen] + columns.map { $0.text(bucket) ?? "" }
            let outcome = StandardStream.output.write(
                ShownText(lines: row.joined(separator: ",") + "\n"))
            try outcome.check()
            return outcome == .written
        }
        return .success
    }

    /// Asks page by page, and hands each bucket to `take` until the last, or until it has enough.
    static func ask(
        _ request: QueryRequest, _ link: inout DaemonLink,
        _ take: (ArraySlice<UInt8>, JSONValue) throws(ProgramFailure) -> Bool
    ) throws(ProgramFailure) {
        var line = request.line(id: nil)
        while true {
            let ok = try link.ask(line, for: "query", rows: .bucket, take)
            guard let next = ok?["next"]?.text else { return }
            line = "\(request.line(id: nil).dropLast()),\"page\":\"\(next)\"}"
        }
    }
}

/// A metric's statistic in a bucket.
struct QueryColumn {
    let metric: QueryMetric
    let statistic: Statistic

    init(metric: QueryMetric, statistic: Statistic) {
        self.metric = metric
        self.statistic = statistic
    }

    /// What people ask of a metric first: its sum, its average, or where somebody is now.
    init(usual metric: QueryMetric) {
        let usual: [Statistic] = [.sum, .average, .latest]
        self.init(
            metric: metric, statistic: usual.first { $0.applies(to: metric) } ?? .latest)
    }

    static func all(
        of metrics: [QueryMetric], _ statistics: Set<Statistic>
    ) -> [QueryColumn] {
        metrics.flatMap { metric in
            Statistic.ofQueries.filter { statistics.contains($0) && $0.applies(to: metric) }
                .map { QueryColumn(metric: metric, statistic: $0) }
        }
    }

    /// `steps_sum`.
    var name: String { "\(metric.name)_\(statistic.rawValue)" }

    /// The value of a bucket; nil if it has none.
    func value(_ bucket: JSONValue) -> Double? {
        bucket[metric.name]?[statistic.rawValue]?.double
    }

    /// The value as the daemon wrote it, or in other units; nil if the bucket has none.
    func text(_ bucket: JSONValue, _ units: Units = .metric) -> String? {
        value(bucket).map { text($0, units) }
    }

    func text(_ value: Double, _ units: Units = .metric, decimals: Int? = nil) -> String {
        guard statistic != .count else { return NumberText.fixed(value, decimals ?? 0) }
        return NamedUnit(metric, units).text(value, decimals ?? self.decimals)
    }

    var decimals: Int { statistic.decimals(of: metric.decimals) }
}
