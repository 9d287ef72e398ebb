/// One second of a load test's series. Latencies are microseconds, nil without a live line.
package struct LoadSecond: Hashable, Sendable {
    /// Whole seconds since the measurement began; negative in the warm-up.
    package var second: Int
    package var lines: Int
    package var bytes: Int
    package var announcedLost: Int
    /// Lines that were due in this second and had not arrived at the end of the run. They count in
    /// its latencies with their age at that time.
    package var notReceived = 0
    /// Subscribers that are connected at its end.
    package var connected: Int
    package var p50: Int64?
    package var p99: Int64?
    package var maximum: Int64?
    /// The largest lateness of a tick.
    package var generatorMaximum: Int64?
    /// Share of a processor that the tester used, from 0.
    package var testerProcessor: Double
    /// Share of a processor that the daemon used; nil where it is unknown.
    package var daemonProcessor: Double?

    package init(
        second: Int, lines: Int, bytes: Int, announcedLost: Int, connected: Int, p50: Int64? = nil,
        p99: Int64? = nil, maximum: Int64? = nil, generatorMaximum: Int64? = nil,
        testerProcessor: Double = 0, daemonProcessor: Double? = nil
    ) {
        self.second = second
        self.lines = lines
        self.bytes = bytes
        self.announcedLost = announcedLost
        self.connected = connected
        self.p50 = p50
        self.p99 = p99
        self.maximum = maximum
        self.generatorMaximum = generatorMaximum
        self.testerProcessor = testerProcessor
        self.daemonProcessor = daemonProcessor
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
