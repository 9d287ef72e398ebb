import Statistics

/// What the accounts of all subscribers are entered into while a load test runs.
package struct LoadTally: Sendable {
    package var counts = LoadCounts()
    package var latency = LatencyParts()
    /// Of the second that runs; who keeps the series takes them and makes them anew.
    package var secondTotal = LatencyHistogram()
    package var secondGenerator = LatencyHistogram()
    /// Whether latencies are recorded: not before the warm-up is over.
    package var isMeasuring = false

    package init() {}
}
