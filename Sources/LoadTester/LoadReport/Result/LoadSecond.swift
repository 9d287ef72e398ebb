import Statistics
import StreamAudit

/// One second of a load test's series. Latencies are microseconds, nil without a live line.
package struct LoadSecond: Hashable, Sendable {
    /// Whole seconds since the measurement began; negative in the warm-up.
    package var second = 0
    package var lines = 0
    package var bytes = 0
    package var announcedLost = 0
    /// Lines that were due in this second and had not arrived at the end of the run. They count in
    /// its latencies with their age at that time.
    package var notReceived = 0
    /// Subscribers that are connected at its end.
    package var connected = 0
    package var p50: Int64?
    package var p99: Int64?
    package var maximum: Int64?
    /// The largest lateness of a tick.
    package var generatorMaximum: Int64?
    /// Share of a processor that the tester used, from 0.
    package var testerProcessor = 0.0
    /// Share of a processor that the daemon used; nil where it is unknown.
    package var daemonProcessor: Double?
}

extension LoadSecond {
    /// - Parameters:
    ///   - counts: what was counted in the second.
    ///   - latency, generator: of the lines, and of the ticks that made them.
    package init(
        _ second: Int, _ counts: AuditCounts, connected: Int, latency: LatencyHistogram,
        generator: LatencyHistogram, testerProcessor: Double
    ) {
        self.init(
            second: second, lines: counts.lines, bytes: counts.bytes,
            announcedLost: counts.announcedLost, connected: connected,
            p50: latency.value(atQuantile: 0.5), p99: latency.value(atQuantile: 0.99),
            maximum: latency.maximum, generatorMaximum: generator.maximum,
            testerProcessor: testerProcessor)
    }
}

/// The series of a load test, reduced to as many points as a chart can show.
struct LoadSeries {
    static let pointLimit = 240

    /// The span of every point, whole seconds.
    let span: Int
    /// Each stands for `span` seconds from its own: the worst latency, all lines lost or not
    /// received, the last number of connections, and of the rest the mean.
    let points: [LoadSecond]

    init(_ seconds: [LoadSecond]) {
        let span = max(1, (seconds.count + Self.pointLimit - 1) / Self.pointLimit)
        self.span = span
        points = stride(from: 0, to: seconds.count, by: span).map { start in
            Self.merged(seconds[start..<min(start + span, seconds.count)])
        }
    }

    /// Traps without a second.
    private static func merged(_ seconds: ArraySlice<LoadSecond>) -> LoadSecond {
        var merged = seconds[seconds.startIndex]
        let count = seconds.count
        merged.lines = seconds.reduce(0) { $0 + $1.lines } / count
        merged.bytes = seconds.reduce(0) { $0 + $1.bytes } / count
        merged.announcedLost = seconds.reduce(0) { $0 + $1.announcedLost }
        merged.notReceived = seconds.reduce(0) { $0 + $1.notReceived }
        merged.connected = seconds.last?.connected ?? 0
        merged.p50 = seconds.compactMap(\.p50).max()
        merged.p99 = seconds.compactMap(\.p99).max()
        merged.maximum = seconds.compactMap(\.maximum).max()
        merged.generatorMaximum = seconds.compactMap(\.generatorMaximum).max()
        merged.testerProcessor = seconds.reduce(0) { $0 + $1.testerProcessor } / Double(count)
        let daemon = seconds.compactMap(\.daemonProcessor)
        merged.daemonProcessor =
            daemon.isEmpty ? nil : daemon.reduce(0, +) / Double(daemon.count)
        return merged
    }
}
