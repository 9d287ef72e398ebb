import Statistics
import StreamAudit
import Vocabulary

/// Reads the report of a load test back: what ``LoadJSON`` has written.
///
/// Nothing in a file makes it trap: numbers have limits, and histograms must be possible ones.
package enum LoadReading {
    /// The largest file; a run of a day takes half of it.
    package static let fileBytesMax = 32 << 20
    /// A day in either direction holds warm-up and measurement.
    static let secondsMost: Int64 = 2 * 86_400
    /// Seconds on the time axis of merged runs: the calendar has no more; microseconds have room.
    static let timeMost = 1e12
    /// The most distinct texts of what a run lacks; a run has one for each cause.
    private static let lacksMost = 64 * LoadShare.countMax

    /// - Parameter file: the path that errors name.
    /// - Throws: the first fault, such as a field that is missing or wrong.
    package static func report(
        _ text: [UInt8], file: String
    ) throws(MergeFault) -> LoadReportFile {
        let reader = try ReportReader(text, file: file)
        guard try reader.known("program") == "runway load" else {
            throw MergeFault(
                file, "it is no report of a load test",
                suggestion: "give files that runway load --json has written")
        }
        let version = try reader.integer("version", in: 1...Int64.max)
        guard version == LoadJSON.version else {
            throw MergeFault(
                file,
                "its layout has version \(version), and this program knows \(LoadJSON.version)",
                suggestion: "merge it by the program that wrote it")
        }
        var result = try result(reader)
        result.parts = try reader.has("parts") ? parts(reader) : [part(reader, result)]
        return LoadReportFile(name: file, result: result)
    }

    private static func result(_ reader: ReportReader) throws(MergeFault) -> LoadResult {
        var result = LoadResult(setup: try setup(try reader.object("setup")))
        if !reader.has("parts") { result.setup.run = try run(reader) }
        let measurement = try reader.object("measurement")
        result.span = try span(measurement)
        result.measuredSeconds = try measurement.number("measured_s", in: 0...1e12)
        result.measuredLines = try measurement.count("lines")
        result.measuredBytes = try measurement.count("bytes")
        result.counts = try counts(try reader.object("counts"))
        let latency = try reader.object("latency")
        for part in LatencyPart.allCases {
            result.latency[keyPath: part.path] = try histogram(try latency.object(part.rawValue))
        }
        result.tester = try tester(try reader.object("tester"))
        result.daemon = try reader.has("daemon") ? usage(try reader.object("daemon")) : nil
        result.notReceived = try notReceived(reader)
        result.seconds = try seconds(reader)
        result.stages = try stages(reader)
        result.losses = try losses(reader)
        result.isInterrupted = try reader.flag("interrupted")
        result.isAborted = try reader.flag("aborted")
        result.failure = try reader.has("failure") ? reader.text("failure") : nil
        try refuseSearch(reader)
        return result
    }

    private static func refuseSearch(_ reader: ReportReader) throws(MergeFault) {
        guard !reader.has("capacity") else {
            throw MergeFault(
                reader.file, "it is of a search for a limit, which has no sum",
                suggestion: "run the load that it found, in parts, and merge those")
        }
    }

    private static func run(_ reader: ReportReader) throws(MergeFault) -> String {
        let run = try reader.text("run")
        let isHexadecimal = run.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
        }
        guard run.utf8.count == 16, isHexadecimal else {
            throw reader.fault("run", "16 hexadecimal digits")
        }
        return run
    }

    /// Instants of the calendar, microseconds; both or none.
    private static func span(_ reader: ReportReader) throws(MergeFault) -> LoadSpan? {
        guard reader.has("from") || reader.has("to") else { return nil }
        let (from, to) = (try instant(reader, "from"), try instant(reader, "to"))
        guard to >= from else { throw reader.fault("to", "no earlier than from") }
        return LoadSpan(from: from, to: to)
    }

    private static func instant(
        _ reader: ReportReader, _ name: String
    ) throws(MergeFault) -> Int64 {
        guard let time = CalendarTime(rfc3339: try reader.text(name)) else {
            throw reader.fault(name, "a time such as 2026-11-24T06:00:00.000000Z")
        }
        return time.microseconds
    }

    static func counts(_ reader: ReportReader) throws(MergeFault) -> AuditCounts {
        var counts = AuditCounts()
        for (name, path) in AuditCounts.fields { counts[keyPath: path] = try reader.count(name) }
        for defect in Defect.allCases { counts[defect] = try reader.count(defect.rawValue) }
        return counts
    }

    static func histogram(_ reader: ReportReader) throws(MergeFault) -> LatencyHistogram {
        let buckets = try reader.rows(
            "buckets", most: LatencyHistogram.bucketCount, columns: 3
        ).map { LatencyBucket(smallest: $0[0], largest: $0[1], count: $0[2]) }
        let latencies = 0...LatencyHistogram.limitMicroseconds
        let histogram = LatencyHistogram(
            buckets: buckets,
            minimum: try reader.has("min") ? reader.integer("min", in: latencies) : nil,
            maximum: try reader.has("max") ? reader.integer("max", in: latencies) : nil,
            sum: try reader.integer("sum", in: 0...Int64.max))
        guard let histogram, histogram.count == Int64(try reader.count("count")) else {
            throw reader.fault(
                "buckets",
                "buckets as this version divides latencies, and fit count, min, max and sum")
        }
        return histogram
    }

    private static func tester(_ reader: ReportReader) throws(MergeFault) -> TesterUsage {
        var usage = TesterUsage()
        usage.processorTime = .microseconds(try reader.count("cpu_us"))
        usage.busiestSecond = try reader.number("busiest", in: 0...1)
        usage.saturatedSeconds = try reader.count("saturated_s")
        usage.residentBytes = try reader.count("rss")
        return usage
    }

    static func usage(_ reader: ReportReader) throws(MergeFault) -> DaemonUsage {
        var usage = DaemonUsage()
        usage.processor = try reader.number("cpu", in: 0...1e6)
        usage.residentBytesBefore = try reader.count("rss_before")
        usage.residentBytesAfter = try reader.count("rss")
        usage.outboxLinesMaximum = try reader.count("outbox_lines_max")
        usage.outboxBytesMaximum = try reader.count("outbox_bytes_max")
        usage.outboxLinesLimit = try reader.count("outbox_lines_limit")
        usage.outboxBytesLimit = try reader.count("outbox_bytes_limit")
        return usage
    }
}

extension LoadReading {
    /// The part that the run of a report is.
    private static func part(
        _ reader: ReportReader, _ result: LoadResult
    ) throws(MergeFault) -> LoadPart {
        let setup = result.setup
        var part = LoadPart()
        part.run = setup.run
        part.share = setup.share
        part.host = setup.machine.host
        part.command = setup.command
        part.dice = setup.dice
        part.began = setup.began
        part.identity = setup.fleet.identity
        part.seed = setup.fleet.seed
        part.shard = setup.fleet.shard
        part.daemon = setup.fleet.daemon
        part.sessions = setup.fleet.sessions
        part.subscribers = setup.subscribers
        part.span = result.span
        part.usage = result.daemon
        try judge(&part, reader)
        return part
    }

    private static func parts(_ reader: ReportReader) throws(MergeFault) -> [LoadPart] {
        let objects = try reader.objects("parts", most: LoadShare.countMax)
        guard !objects.isEmpty else { throw reader.fault("parts", "a list of one run or more") }
        return try objects.map { object throws(MergeFault) in
            var part = LoadPart()
            part.run = try run(object)
            part.share = try share(object)
            part.host = try object.known("host")
            part.command = try object.known("command")
            part.dice = try dice(object)
            part.began = try object.known("began")
            part.identity = try object.known("identity")
            part.seed = try object.known("seed")
            part.shard = try object.known("shard")
            part.daemon = try object.known("daemon")
            part.sessions = try object.count("sessions")
            part.subscribers = try object.count("subscribers")
            part.span = try span(object)
            part.usage =
                try object.has("daemon_usage") ? usage(try object.object("daemon_usage")) : nil
            try judge(&part, object)
            return part
        }.sorted(by: LoadPart.precedes)
    }

    /// Takes over the verdict of a run.
    private static func judge(
        _ part: inout LoadPart, _ reader: ReportReader
    ) throws(MergeFault) {
        guard let standing = LoadVerdict.Standing(rawValue: try reader.text("verdict")) else {
            throw reader.fault("verdict", "passed, failed, incomplete or violated")
        }
        part.standing = standing
        part.verdict = try reader.known("verdict_text")
        part.lacks = try reader.texts("lacks", most: lacksMost)
        part.bottleneck = try reader.known("bottleneck")
        let violations = try reader.object("violations")
        for name in violations.names {
            guard let defect = Defect(rawValue: name) else {
                throw violations.fault(name, "left out: this version knows no such defect")
            }
            part.violations[defect] = try violations.count(name)
        }
    }

    static func share(_ reader: ReportReader) throws(MergeFault) -> LoadShare? {
        guard reader.has("part") else { return nil }
        guard let share = LoadShare(parsing: try reader.text("part")) else {
            throw reader.fault("part", "a part such as 0/8")
        }
        return share
    }

    static func dice(_ reader: ReportReader) throws(MergeFault) -> UInt64? {
        guard reader.has("dice") else { return nil }
        guard let dice = UInt64(try reader.text("dice")) else {
            throw reader.fault("dice", "a whole number as a text")
        }
        return dice
    }
}
