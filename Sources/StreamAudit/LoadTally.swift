import Statistics

/// What the accounts of all subscribers are entered into while a load test runs.
package struct LoadTally: Sendable {
    package var counts = LoadCounts()
    package var latency = LatencyParts()
    /// Of the second that runs; who keeps the series takes them and makes them anew.
    package var secondTotal = LatencyHistogram()
    package var secondGenerator = LatencyHistogram()
    /// Of the stage that runs; nil of a run without stages.
    package var stageTotal: LatencyHistogram?
    /// Latencies of lines that were due up to then are recorded, microseconds of the monotonic
    /// clock: the end of the measurement, once that is known.
    package var measuresThrough = Int64.min

    package init() {}

    /// Whether latencies are recorded: not before the warm-up is over.
    package var isMeasuring: Bool {
        get { measuresThrough > .min }
        set { measuresThrough = newValue ? .max : .min }
    }

    /// Counts lines that have not come with the age that they have: what their latency is at
    /// least. What of it was whose is not known.
    package mutating func record(_ lines: OverdueLines, at now: Int64) {
        lines.forEach { due, times in latency.total.record(now - due, times: times) }
    }
}
