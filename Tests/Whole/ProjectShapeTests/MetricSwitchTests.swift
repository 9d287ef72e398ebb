import Testing

/// What is true of a metric stands in the rows of few files; whoever adds one finds them there.
@Suite struct MetricSwitchTests {
    /// The tables: what a metric is, how it is shown, and how it is filed.
    private static let tables: Set = ["Metric", "DayMetric", "ShownMetric", "FiledMetric"]

    /// Files with enumerations whose cases are named like metrics.
    private static let namesakes: Set = [
        "TCXElements", "GPXElements", "FITActivity", "ActivityNotice", "GzipFault", "Theme",
        "ShownQuantity", "PhaseView", "SettingValue", "SettingDomain", "CapacityCurve",
        "LimitSearch", "SettingTable", "AthleteReading", "OrderedAthlete", "OrderedAthlete+Fields",
        "OrderedAthlete+Text", "AthleteOrder", "AthleteOrderProblem",
    ]

    /// Files that choose some metrics: for a page, a summary, a format. Whoever adds one decides
    /// whether it belongs there; nothing breaks where it does not.
    private static let choices: Set = [
        // What every recording has, of which only totals may be missing.
        "RecordedRow", "Recording",
        // What a run sums up, and who may read that.
        "RunPart", "RunSummary", "ReadingNeed", "LogbookState+Rights",
        // The records of the phone's Health app, in their order.
        "HealthRun",
        // Rows of screens, tables and pages.
        "ReadoutsView", "SessionsCommand", "PlotHistory+Day",
        "FlightTables",
        "LogbookState+Wants", "MonthView",
    ]

    private static let cases: Set<Substring> = [
        ".heartRate", ".speed", ".cadence", ".stride", ".contact", ".distance", ".steps",
        ".energy", ".restingHeartRate", ".sleep", ".bodyMass",
    ]

    private static func findings(_ file: Repository.File) -> [String] {
        let name = String(file.path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
        guard !tables.contains(name) else { return [] }
        return (namesakes.contains(name) ? [] : switches(file))
            + (choices.contains(name) || namesakes.contains(name) ? [] : lists(file))
    }

    private static func switches(_ file: Repository.File) -> [String] {
        SwiftCode(file.text).lines.enumerated().filter { isCase($1) }
            .map { "\(file.path):\($0.offset + 1): a switch over a metric" }
    }

    private static func lists(_ file: Repository.File) -> [String] {
        SwiftCode(file.text).lines.enumerated().filter { isList($1) }
            .map { "\(file.path):\($0.offset + 1): a list of metrics: take it from their rows" }
    }

    private static func isCase(_ line: Substring) -> Bool {
        guard line.words.first == "case" else { return false }
        let pattern = line.prefix { $0 != ":" }
        return pattern.split { ", ()".contains($0) }.contains(where: cases.contains)
    }

    /// Two metrics with nothing but a comma between, each alone or within `.day(…)` or `.run(…)`.
    private static func isList(_ line: Substring) -> Bool {
        guard line.words.first != "case" else { return false }
        let parts = line.split(separator: ",").map { part in
            part.split { "[]() ".contains($0) }.filter { ![".day", ".run"].contains($0) }
        }
        return zip(parts, parts.dropFirst()).contains { left, right in
            guard let last = left.last, let first = right.first else { return false }
            return isMetric(last) && isMetric(first)
        }
    }

    private static func isMetric(_ word: Substring) -> Bool {
        let type = word.prefix { $0 != "." }
        return ["", "Metric", "DayMetric"].contains(type) && cases.contains(word[type.endIndex...])
    }

    @Test func `no file but the tables has a switch over metrics, or a list of its own`() throws {
        let files = try Repository().swiftFiles(in: "Sources")
        expectNothing(files.flatMap(Self.findings))
        // Whoever needs no exemption has none.
        func some(_ names: Set<String>, _ find: (Repository.File) -> [String]) {
            for name in names {
                let file = files.first { $0.path.hasSuffix("/\(name).swift") }
                #expect(file.map(find)?.isEmpty == false, "\(name)")
            }
        }
        some(Self.tables, Self.switches)
        some(Self.choices, Self.lists)
        some(Self.namesakes) { Self.switches($0) + Self.lists($0) }
    }

    @Test(arguments: [
        "        case .heartRate: 1", "case .day(.bodyMass): nil", "case .steps, .cadence: 0",
        "        case .run(.stride): true", "case .speed: 3", "case .sleep: nil",
        "let all = [.heartRate, .speed]", "[Metric.speed, Metric.steps]",
        "[Metric.heartRate, .cadence].filter {",
        "    .day(.steps), .day(.sleep),",
    ])
    func `a switch or a list is found`(line: String) {
        let file = Repository.File(path: "Sources/Client/Logbook/Page.swift", text: "\n\(line)\n")
        #expect(Self.findings(file).count == 1)
        let table = Repository.File(path: "Sources/Base/Readout/ShownMetric.swift", text: line)
        #expect(Self.findings(table) == [])
    }

    @Test(arguments: [
        "if metric == .heartRate {", "case .heartRateMonitor: 1", "// case .heartRate",
        "case cadence", "case .day: [.day(.bodyMass)]", "metric(.stride, width: 7)",
        "readout(.distance, frame), time(frame)", "[.heartRate]",
    ])
    func `what is neither is not`(line: String) {
        let file = Repository.File(path: "Sources/Client/Logbook/Page.swift", text: "\n\(line)\n")
        #expect(Self.findings(file) == [])
    }
}
