/// All that a load test found out: what its reports are made of.
package struct LoadResult: Sendable {
    package var setup: LoadSetup
    package var counts = LoadCounts()
    package var latency = LatencyParts()
    package var seconds: [LoadSecond] = []
    /// Length of the measurement, warm-up excluded.
    package var measuredSeconds = 0.0
    /// Data lines and bytes within the measurement.
    package var measuredLines = 0
    package var measuredBytes = 0
    package var tester = TesterUsage()
    package var daemon: DaemonUsage?
    package var truth: TruthFigures?
    /// Of a search for the highest load; nil of a single run.
    package var capacity: CapacityCurve?
    /// Whether a signal ended the run before its time.
    package var isInterrupted = false

    package init(setup: LoadSetup) { self.setup = setup }
}
