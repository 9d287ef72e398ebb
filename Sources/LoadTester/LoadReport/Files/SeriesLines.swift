/// The series of a load test as JSON lines, one for a second.
package enum SeriesLines {
    /// Latencies are microseconds; those of a second without a live line are left out.
    package static func text(of result: LoadResult) -> String {
        result.seconds.map(line).joined()
    }

    private static func line(_ second: LoadSecond) -> String {
        JSONText.line { second.write(to: &$0) }
    }
}

extension LoadSecond: ReportObject {
    static let table: [ReportField<Self>] = [
        .count("second", \.second, in: earliest...most),
        .derived { $1.flag("measured", $0.second >= 0) },
        .count("lines", \.lines, in: 0...most), .count("bytes", \.bytes, in: 0...most),
        .count("announced_lost", \.announcedLost, in: 0...most),
        .count("not_received", \.notReceived, in: 0...most),
        .count("connected", \.connected, in: 0...most),
        .latency("p50", \.p50), .latency("p99", \.p99), .latency("max", \.maximum),
        .latency("generator.max", \.generatorMaximum),
        .number("tester.cpu", \.testerProcessor, in: 0...1e6),
        .number("daemon.cpu", \.daemonProcessor, in: 0...1e6),
    ]

    private static let most = Int64(LoadMerge.secondMax)
    /// A warm-up may last a day, and the ramp before it another. Seconds after the beginning may be
    /// many more, as runs of different days may have been merged.
    private static let earliest: Int64 = -2 * 86_400
}
