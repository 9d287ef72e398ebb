import Statistics
import Vocabulary

/// The counts and latencies of all audited streams together, while a load test runs.
package struct AuditTally: Sendable {
    package var counts = AuditCounts()
    package var latency = LatencyParts()
    /// The latencies of the current second; the meter reads and resets them.
    package var secondTotal = LatencyHistogram()
    package var secondGenerator = LatencyHistogram()
    /// The latencies of the current stage; nil in a run without stages.
    package var stageTotal: LatencyHistogram?
    /// Latencies are recorded of lines that were due by this instant: the end of the measurement,
    /// once it is known.
    package var measuresThrough = Self.beforeAll

    private static var beforeAll: MonotonicInstant { MonotonicInstant(microseconds: .min) }

    package init() {}

    /// Whether latencies are recorded; false until the warm-up is over.
    package var isMeasuring: Bool {
        get { measuresThrough > Self.beforeAll }
        set { measuresThrough = newValue ? .last : Self.beforeAll }
    }

    /// Records missing lines with their present age, a lower bound of their latency. Only the total
    /// is recorded: which part is the daemon's is not known.
    package mutating func record(_ lines: OverdueLines, at now: MonotonicInstant) {
        lines.forEach { due, times in
            latency.total.record(now.microseconds(since: due), times: times)
        }
    }
}

/// One-way latency of live lines, from the instant at which each was due, and its parts.
package struct LatencyParts: Hashable, Sendable {
    /// From a line's due time to when the tester had read it.
    package var total = LatencyHistogram()
    /// From a line's due time to the beginning of the tick that made it: `late_us`.
    package var generator = LatencyHistogram()
    /// From the tick's beginning to when the tester had read the line.
    package var delivery = LatencyHistogram()
    /// The part that the tester may have caused: from when it woke to when it had read the line.
    package var tester = LatencyHistogram()

    package init() {}
}

/// The latencies of one read. Consecutive lines that were due together are recorded together.
struct LatencyBatch {
    /// When the bytes had been read, and when the tester began the turn in which it read them.
    private let received: MonotonicInstant
    private let woken: MonotonicInstant
    private var due = MonotonicInstant.zero
    /// Microseconds.
    private var late: Int64 = 0
    private var times = 0

    init(received: MonotonicInstant, woken: MonotonicInstant) {
        self.received = received
        self.woken = woken
    }

    @inline(__always)
    mutating func add(due: MonotonicInstant, late: Int64, into tally: inout AuditTally) {
        if due != self.due || late != self.late {
            enter(into: &tally)
            self.due = due
            self.late = late
        }
        times += 1
    }

    /// Enters what has been added since the last time.
    mutating func enter(into tally: inout AuditTally) {
        guard times > 0 else { return }
        let total = max(received.microseconds(since: due), 0)
        let generator = max(late, 0)
        let delivery = max(total - generator, 0)
        let tester = max(min(delivery, received.microseconds(since: woken)), 0)
        tally.latency.total.record(total, times: times)
        tally.latency.generator.record(generator, times: times)
        tally.latency.delivery.record(delivery, times: times)
        tally.latency.tester.record(tester, times: times)
        tally.secondTotal.record(total, times: times)
        tally.secondGenerator.record(generator, times: times)
        tally.stageTotal?.record(total, times: times)
        times = 0
    }
}
