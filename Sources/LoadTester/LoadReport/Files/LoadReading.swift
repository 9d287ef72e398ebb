import Statistics

/// Reads the report of a load test back: what ``LoadJSON`` has written.
///
/// Nothing in a file makes it trap: numbers have limits, and histograms must be possible ones.
package enum LoadReading {
    /// The largest file; a run of a day takes half of it.
    package static let fileBytesMax = 32 << 20

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
        result.parts =
            try reader.has("parts")
            ? parts(reader) : [LoadPart(of: result, RunVerdict(reader))]
        return LoadReportFile(name: file, result: result)
    }

    private static func result(_ reader: ReportReader) throws(MergeFault) -> LoadResult {
        var result = LoadResult(setup: try LoadSetup(reader.object("setup")))
        if !reader.has("parts") { result.setup.run = try reader.run }
        for field in LoadResult.sums { try field.read(&result, reader) }
        let latency = try reader.object("latency")
        for part in LatencyPart.allCases {
            result.latency[keyPath: part.path] = try histogram(try latency.object(part.rawValue))
        }
        result.stages =
            try reader.has("stages") ? reader.objects("stages", most: StagePlan.mostStages) : []
        result.losses = try reader.objects("losses", most: 1 << 16)
        result.isInterrupted = try reader.flag("interrupted")
        result.isAborted = try reader.flag("aborted")
        result.failure = try reader.has("failure") ? reader.text("failure") : nil
        guard !reader.has("capacity") else {
            throw MergeFault(
                reader.file, "it is of a search for a limit, which has no sum",
                suggestion: "run the load that it found, in parts, and merge those")
        }
        return result
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

    private static func parts(_ reader: ReportReader) throws(MergeFault) -> [LoadPart] {
        let parts: [LoadPart] = try reader.objects("parts", most: LoadShare.countMax)
        guard !parts.isEmpty else { throw reader.fault("parts", "a list of one run or more") }
        return parts.sorted(by: LoadPart.precedes)
    }
}
