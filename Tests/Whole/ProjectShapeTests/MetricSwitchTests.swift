import Testing

/// What is true of a metric stands in the rows of few files; whoever adds one finds them there.
@Suite struct MetricSwitchTests {
    /// The tables: what a metric is, how it is shown, and how it is filed.
    private static let tables: Set = ["Metric", "DayMetric", "ShownMetric", "FiledMetric"]

    /// Elements of files, and colours, that are named like metrics.
    private static let namesakes: Set = ["TCXElements", "GPXElements", "Theme"]

    /// Cases that no other enumeration has.
    private static let cases = [
        ".heartRate", ".cadence", ".stride", ".contact", ".restingHeartRate", ".bodyMass",
    ]

    private static func findings(_ file: Repository.File) -> [String] {
        let name = String(file.path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
        guard !tables.contains(name), !namesakes.contains(name) else { return [] }
        return SwiftCode(file.text).lines.enumerated().filter { isCase($1) }
            .map { "\(file.path):\($0.offset + 1): a switch over a metric" }
    }

    private static func isCase(_ line: Substring) -> Bool {
        guard line.words.first == "case" else { return false }
        let pattern = line.prefix { $0 != ":" }
        return pattern.split { ", ()".contains($0) }.contains { word in
            cases.contains { word == $0 }
        }
    }

    @Test func `no file but the tables has a switch over metrics`() throws {
        let files = try Repository().swiftFiles(in: "Sources")
        expectNothing(files.flatMap(Self.findings))
        let names = Set(files.compactMap { $0.path.split(separator: "/").last })
        for table in Self.tables.union(Self.namesakes) {
            #expect(names.contains("\(table).swift"), "\(table)")
        }
    }

    @Test(arguments: [
        "        case .heartRate: 1", "case .day(.bodyMass): nil", "case .steps, .cadence: 0",
        "        case .run(.stride): true",
    ])
    func `a switch over metrics is found`(line: String) {
        let file = Repository.File(path: "Sources/Client/Logbook/Page.swift", text: "\n\(line)\n")
        #expect(Self.findings(file).count == 1)
        let table = Repository.File(path: "Sources/Base/Readout/ShownMetric.swift", text: line)
        #expect(Self.findings(table) == [])
    }

    @Test(arguments: [
        "if metric == .heartRate {", "case .heartRateMonitor: 1", "// case .heartRate",
        "case cadence", "case .day: [.day(.bodyMass)]", "metric(.stride, width: 7)",
    ])
    func `what is no switch over metrics is not`(line: String) {
        let file = Repository.File(path: "Sources/Client/Logbook/Page.swift", text: "\n\(line)\n")
        #expect(Self.findings(file) == [])
    }
}
