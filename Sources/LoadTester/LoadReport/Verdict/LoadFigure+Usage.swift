import StreamAudit
import Vocabulary

extension LoadFigure {
    static let testerUsage = [
        LoadFigure("tester.cpu", .processors, "Processors that the tester's reading used") {
            $0.measured.perSecond($0.tester.processorTime.inSeconds)
        },
        LoadFigure("tester.cpu_us_per_line", .microsecondsPerLine, "The same for a data line") {
            $0.measured.perLine(Double($0.tester.processorTime.wholeMicroseconds))
        },
        LoadFigure("tester.busiest", .share, "Share of a processor in the tester's busiest second")
        {
            $0.measured.seconds > 0 ? $0.tester.busiestSecond : nil
        },
        LoadFigure("tester.saturated_s", .seconds, "Seconds with the tester above 90 %") {
            $0.measured.seconds > 0 ? Double($0.tester.saturatedSeconds) : nil
        },
        LoadFigure("tester.rss", .bytes, "Resident memory of the tester") {
            known($0.tester.residentBytes)
        },
    ]

    static let daemonUsage = [
        LoadFigure("daemon.cpu", .processors, "Processors that the daemon used") {
            $0.daemon?.processor
        },
        LoadFigure("daemon.cpu_us_per_line", .microsecondsPerLine, "The same for a line read") {
            result in
            result.daemon.flatMap {
                result.measured.perLine($0.processor * result.measured.seconds * 1_000_000)
            }
        },
        LoadFigure("daemon.rss", .bytes, "Resident memory of the daemon at the end") {
            known($0.daemon?.residentBytesAfter)
        },
        LoadFigure("daemon.rss_growth", .bytes, "How much more than at the beginning") { result in
            result.daemon.flatMap { daemon in
                known(daemon.residentBytesBefore).flatMap { before in
                    known(daemon.residentBytesAfter).map { $0 - before }
                }
            }
        },
        LoadFigure("daemon.outbox_lines_max", .count, "The most lines that waited for one") {
            $0.daemon.map { Double($0.outboxLinesMaximum) }
        },
        LoadFigure("daemon.outbox_bytes_max", .bytes, "The most bytes that waited for one") {
            $0.daemon.map { Double($0.outboxBytesMaximum) }
        },
        LoadFigure("daemon.outbox_lines_limit", .count, "The most lines that may wait for one") {
            known($0.daemon?.outboxLinesLimit)
        },
        LoadFigure("daemon.outbox_bytes_limit", .bytes, "The most bytes that may wait for one") {
            known($0.daemon?.outboxBytesLimit)
        },
    ]

    static let truth = [
        LoadFigure("truth.pairs", .count, "Smoothed heart rates compared with true ones") {
            $0.truth.map { Double($0.pairs) }
        },
        truth("truth.error", .beatsPerMinute, "Root mean square of smoothed less true") {
            $0.errorBPM
        },
        truth("truth.mean_error", .beatsPerMinute, "Mean of smoothed less true") {
            $0.meanErrorBPM
        },
        truth("truth.lag", .seconds, "Delay at which smoothed and true agree best") {
            $0.lagSeconds
        },
        truth("truth.error_at_lag", .beatsPerMinute, "Root mean square error at that delay") {
            $0.errorAtLagBPM
        },
    ]

    private static func truth(
        _ name: String, _ unit: FigureUnit, _ summary: String,
        _ read: @escaping @Sendable (TruthFigures) -> Double
    ) -> LoadFigure {
        LoadFigure(name, unit, summary) { result in
            result.truth.flatMap { $0.pairs > 0 ? read($0) : nil }
        }
    }

    /// Nil for 0, which stands for unknown: no process takes no memory, and no limit is 0.
    private static func known(_ number: Int?) -> Double? {
        number.flatMap { $0 > 0 ? Double($0) : nil }
    }
}
