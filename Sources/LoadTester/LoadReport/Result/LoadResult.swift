import PlainText
import StreamAudit
import Vocabulary

/// The result of a load test: everything that its reports show.
package struct LoadResult: Sendable {
    package var setup: LoadSetup
    package var counts = AuditCounts()
    package var latency = LatencyParts()
    package var seconds: [LoadSecond] = []
    package var measured = LoadMeasurement()
    package var tester = TesterUsage()
    package var daemon: DaemonUsage?
    package var truth: TruthFigures?
    /// The curve of a search for the highest load; nil for a single run.
    package var capacity: CapacityCurve?
    /// Figures of each stage, in order; empty for a run without stages.
    package var stages: [LoadStage] = []
    /// Connections that ended against the plan, and other losses; empty for a run without.
    package var losses: [LoadLoss] = []
    /// Lines that were due and had not arrived at the end; nil if nothing falls due by the clock,
    /// and for a run that is not over.
    package var notReceived: NotReceived?
    /// Whether a signal ended the run before its time.
    package var isInterrupted = false
    /// Whether it was ended because an assertion had failed.
    package var isAborted = false
    /// Why the run could not go on; nil if it could.
    package var failure: String?
    /// The runs that it was merged from, in their order; empty for the result of one run.
    package var parts: [LoadPart] = []

    package init(setup: LoadSetup) { self.setup = setup }
}

/// The extent of a measurement, warm-up excluded.
package struct LoadMeasurement: Hashable, Sendable {
    /// Its length; of several runs, how long any of them measured.
    package var seconds = 0.0
    /// From its beginning to its end; nil before it begins.
    package var span: LoadSpan?
    /// Data lines and bytes within it.
    package var lines = 0
    package var bytes = 0

    package init() {}

    /// Nil before it begins.
    func perSecond(_ amount: Double) -> Double? { LoadFigure.ratio(amount, seconds) }
    /// Nil without a line.
    func perLine(_ amount: Double) -> Double? { LoadFigure.ratio(amount, Double(lines)) }
}

/// The lines that were due and had not arrived at the end of a run.
package struct NotReceived: Hashable, Sendable {
    package var count = 0
    /// The age of the oldest, microseconds; 0 without one.
    package var oldestMicroseconds: Int64 = 0

    package init() {}

    /// - Parameter now: when their ages are taken.
    package init(_ lines: OverdueLines, at now: MonotonicInstant) {
        count = lines.count
        oldestMicroseconds = lines.oldestDue.map { max(0, now.microseconds(since: $0)) } ?? 0
    }

    /// `60 due, not received, oldest 5.0 s`.
    package var text: String {
        let head = "\(QuantityText.count(count)) due, not received"
        guard count > 0 else { return head }
        let seconds = ReportText.fixed(Double(oldestMicroseconds) / 1e6, 1)
        return "\(head), oldest \(seconds) s"
    }
}

/// The tester's own usage, by which a reader judges whether it measured the daemon or itself.
package struct TesterUsage: Hashable, Sendable {
    /// Processor time within the measurement, of the thread that reads.
    package var processorTime = Duration.zero
    /// The largest share of a processor in a second, from 0 to 1.
    package var busiestSecond = 0.0
    /// Seconds of the measurement in which it used more than nine tenths of a processor.
    package var saturatedSeconds = 0
    package var residentBytes = 0

    package init() {}
}

/// The daemon's usage during the measurement, from its `status`.
package struct DaemonUsage: Hashable, Sendable {
    /// Share of a processor, from 0.
    package var processor = 0.0
    package var residentBytesBefore = 0
    package var residentBytesAfter = 0
    /// The most that has waited for one connection since the daemon's start, and the limits.
    package var outboxLinesMaximum = 0
    package var outboxBytesMaximum = 0
    package var outboxLinesLimit = 0
    package var outboxBytesLimit = 0

    package init() {}
}
