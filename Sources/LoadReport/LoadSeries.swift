/// The series of a load test in so few points that a chart can show them.
struct LoadSeries {
    static let pointLimit = 240

    /// Of every point, whole seconds.
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

    /// Traps of none.
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
