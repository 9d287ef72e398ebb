import ChannelPipeline
import CommandLine
import Readout
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

/// Days as a phone exports them, against what a query says of the same days.
@Suite struct HealthExportTests {
    struct Case: CustomStringConvertible {
        let name: String
        let flags: [String]
        let from: String
        let to: String

        var description: String { name }
    }

    private static let lanes: [LaneID] = [0, 3]

    private static let cases = [
        Case(
            name: "days in Berlin while clocks go forward",
            flags: ["--schedule", "days", "--time-zone", "Europe/Berlin"], from: "2026-03-28",
            to: "2026-03-30"),
        Case(
            name: "days without a date",
            flags: ["--schedule", "days", "--time-zone", "Pacific/Apia"],
            from: "2011-12-29", to: "2012-01-01"),
        Case(
            name: "failing sensors at two samples a second",
            flags: ["--schedule", "days", "--rate", "2", "--device", "optical"], from: "2026-03-01",
            to: "2026-03-02"),
    ]

    /// The records of a type on a day.
    private struct Cell {
        var values: [Int64] = []
        /// The value times the seconds for which it stands, and these.
        var weighted: Int64 = 0
        var seconds: Int64 = 0
        var latest: (time: String, value: Int64)?

        var sum: Int64 { values.reduce(0, +) }

        mutating func add(_ value: Int64, at time: String, for seconds: Int64) {
            values.append(value)
            weighted += value * seconds
            self.seconds += seconds
            if time >= latest?.time ?? "" { latest = (time, value) }
        }
    }

    private static func arguments(_ example: Case) -> [String] {
        ["--seed", "42", "--sessions", "4", "--format", "health"] + example.flags
    }

    /// The day that a record counts for: that of its last instant, of a span just before it.
    private static func day(_ record: XMLTree) throws -> String {
        let (start, end) = (try #require(record["startDate"]), try #require(record["endDate"]))
        let isMidnight = end.dropFirst(11).prefix(8) == "00:00:00"
        return String((isMidnight && start != end ? start : end).prefix(10))
    }

    /// By the date and the type, or by the value of a category, in units of the last of five
    /// decimals.
    private static func cells(_ root: XMLTree) throws -> [String: [String: Cell]] {
        var cells: [String: [String: Cell]] = [:]
        for record in root[children: "Record"] {
            let type = try #require(record["type"])
            let value = try #require(record["value"])
            let number = Decimal64(parsing: value)
            let units =
                try number.map { $0.units * Decimal64.powerOfTen(5 - $0.decimals) }
                ?? minutes(record) * Decimal64.powerOfTen(5)
            let end = try #require(record["endDate"])
            // A sample is known at once; a reading of a heart at rest stands for five minutes.
            let isSample = record["creationDate"] == end
            cells[try day(record), default: [:]][number == nil ? value : type, default: Cell()]
                .add(units, at: end, for: isSample ? 1 : 300)
        }
        return cells
    }

    /// What the records of a metric of days are named.
    private static func name(_ metric: DayMetric) -> String {
        switch metric {
        case .timeInBed: "HKCategoryValueSleepAnalysisInBed"
        case .awake: "HKCategoryValueSleepAnalysisAwake"
        case .coreSleep: "HKCategoryValueSleepAnalysisAsleepCore"
        case .deepSleep: "HKCategoryValueSleepAnalysisAsleepDeep"
        case .remSleep: "HKCategoryValueSleepAnalysisAsleepREM"
        case let other: other.healthKitIdentifier ?? ""
        }
    }

    /// By date the minutes asleep of the nights and naps that end on it: the stages of a night may
    /// lie before midnight.
    private static func asleep(_ root: XMLTree) throws -> [String: Int64] {
        let records = root[children: "Record"]
        let stages = try records.filter { $0["value"]?.contains("AnalysisAsleep") == true }.map {
            (span: try span($0), minutes: try minutes($0))
        }
        var asleep: [String: Int64] = [:]
        for bed in records where bed["value"] == name(.timeInBed) {
            let night = try span(bed)
            asleep[try day(bed), default: 0] += stages.filter { night.contains($0.span) }
                .reduce(0) { $0 + $1.minutes }
        }
        return asleep
    }

    /// How long a stage of sleep lasted.
    private static func minutes(_ record: XMLTree) throws -> Int64 {
        let span = try span(record)
        return (span.upperBound - span.lowerBound) / 60_000_000
    }

    /// In microseconds.
    private static func span(_ record: XMLTree) throws -> Range<Int64> {
        let times = try ["startDate", "endDate"].map { name in
            let text = try #require(record[name])
            let zone = "\(text.suffix(5).prefix(3)):\(text.suffix(2))"
            let time = "\(text.prefix(10))T\(text.dropFirst(11).prefix(8))\(zone)"
            return try #require(CalendarTime(rfc3339: time)).microseconds
        }
        return times[0]..<times[1]
    }

    @Test(arguments: cases)
    func `sums, averages and extremes of each day are those of a query`(example: Case) throws {
        let flags = Self.arguments(example)
        let range = ["--from", example.from, "--to", example.to]
        let files = try ExportStand.files(flags + range, lanes: Self.lanes)
        try #require(files.count == Self.lanes.count)
        for (lane, file) in zip(Self.lanes, files) {
            let root = try XMLTree.read(file.bytes())
            let (cells, asleep) = (try Self.cells(root), try Self.asleep(root))
            let buckets = try ExportStand.buckets(
                flags, lane: lane, from: example.from, to: example.to)
            let summaries = root[children: "ActivitySummary"]
            try #require(summaries.count == buckets.count && !buckets.isEmpty)
            for (bucket, summary) in zip(buckets, summaries) {
                let date = try #require(summary["dateComponents"])
                try Self.compare(bucket, cells[date] ?? [:], "\(lane) \(date)", example)
                // Of the first night the stages before midnight are not in the file.
                if date != example.from {
                    let sleep = bucket["sleep_min"]?["sum"]?.double ?? 0
                    #expect(Double(asleep[date] ?? 0) == sleep, "\(lane) \(date)")
                }
                let energy = bucket["energy_kcal"]?["sum"]?.double ?? 0
                #expect(
                    summary["activeEnergyBurned"]
                        == Decimal64(rounding: energy, decimals: 3).map { "\($0)" })
            }
            #expect(cells.count <= buckets.count)
        }
    }

    private static func compare(
        _ bucket: JSONValue, _ cells: [String: Cell], _ place: String, _ example: Case
    ) throws {
        for metric in DayMetric.ofPeople.union(DayMetric.stages).members where metric != .sleep {
            let cell = cells[name(metric)]
            // A distance stands in kilometres.
            let unit = metric == .distance ? Decimal64.powerOfTen(2) : Decimal64.powerOfTen(5)
            let statistic = metric.isCumulative ? "sum" : "latest"
            let wanted = bucket[metric.name]?[statistic]?.double ?? 0
            let found = metric.isCumulative ? cell?.sum : cell?.latest?.value
            #expect(
                found ?? 0 == Int64((wanted * Double(unit)).rounded()),
                "\(place) \(metric.name) \(wanted)")
        }
        let seconds: [Metric: Int64] = [
            .heartRate: 100_000, .speed: 360_000, .stride: 100_000, .contact: 100_000,
        ]
        for (metric, unit) in seconds where !example.flags.contains("--rate") {
            let cell = metric.healthKitIdentifier.flatMap { cells[$0] } ?? Cell()
            let told = bucket[metric.name]
            #expect((told == nil) == cell.values.isEmpty, "\(place) \(metric.name)")
            for (name, value) in [("min", cell.values.min()), ("max", cell.values.max())] {
                let wanted = told?[name]?.double.map { Int64(($0 * Double(unit)).rounded()) }
                #expect(value == wanted, "\(place) \(metric.name) \(name)")
            }
            // Two decimals more than a sample has, so half a hundredth of a sample's last one.
            let average = told?["average"]?.double ?? 0
            let mean = Double(cell.weighted) / Double(unit) / Double(max(1, cell.seconds))
            #expect(told?["count"]?.double ?? 0 == Double(cell.values.count), "\(place)")
            #expect(
                abs(mean - average) < 0.0051 / metric.scale, "\(place) \(metric.name) \(average)")
        }
    }

    @Test func `a run has a workout with what its summary says`() throws {
        let flags = [
            "--seed", "42", "--sessions", "4", "--schedule", "days", "--time-zone", "UTC",
            "--from", "2026-03-02", "--to", "2026-03-06",
        ]
        let root = try XMLTree.read(
            ExportStand.files(flags + ["--format", "health"], lanes: [3])[0].bytes())
        let runs = try ExportStand.files(flags + ["--format", "fit"], lanes: [3])
        let workouts = root[children: "Workout"]
        #expect(!workouts.isEmpty && workouts.count == runs.count)
        for workout in workouts {
            #expect(workout["duration"].flatMap { Decimal64(parsing: $0) } != nil)
            #expect(workout[children: "WorkoutStatistics"].count == 7)
        }
    }

    @Test func `the same bytes come out twice, and a shorter export is a part of a longer`() throws
    {
        let flags = ["--seed", "42", "--sessions", "4", "--format", "health", "--schedule", "days"]
        let two = try ExportStand.files(
            flags + ["--from", "2026-03-03", "--to", "2026-03-05"], lanes: [0])[0].bytes()
        let one = try ExportStand.files(flags + ["--from", "2026-03-03"], lanes: [0])[0].bytes()
        #expect(
            try ExportStand.files(
                flags + ["--from", "2026-03-03", "--to", "2026-03-05"], lanes: [0])[0].bytes()
                == two)
        let lines = { (bytes: [UInt8]) in
            Set(bytes.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: " <Rec".utf8) })
        }
        #expect(lines(one).isSubset(of: lines(two)) && lines(one).count < lines(two).count)
    }
}
