import Vocabulary

/// What the windows of many sessions over the same span have in common.
package struct WindowPlan: Sendable {
    let span: TrailingSpan
    /// The nominal time from one sample to the next.
    let periodTicks: Int32
    let metrics: [Metric]
    /// Whether deviations are asked for.
    let hasSquares: Bool
    private let isCumulative: [Bool]
    private let slim: RowLayout
    private let wide: RowLayout

    /// - Parameters:
    ///   - metrics: in the order of ``Metric``.
    ///   - periodTicks: traps below 1.
    package init(
        _ span: TrailingSpan, metrics: [Metric], periodTicks: Int32, hasSquares: Bool = false
    ) {
        precondition(periodTicks > 0, "sample period of \(periodTicks) ticks")
        self.span = span
        self.periodTicks = periodTicks
        self.metrics = metrics
        self.hasSquares = hasSquares
        isCumulative = metrics.map(\.isCumulative)
        slim = RowLayout(metrics, isWide: false)
        wide = RowLayout(metrics, isWide: true)
    }

    func layout(isWide: Bool) -> RowLayout { isWide ? wide : slim }

    @inline(__always)
    func isCumulative(_ column: Int) -> Bool { isCumulative[column] }

    /// How many rows a window is made for; a window over the session keeps none.
    var rows: Int { span.samples(periodTicks: periodTicks) }

    /// The most that a window holds on the heap as long as no two samples are closer than the
    /// period, in slim rows or in wide ones.
    func heapBytesMax(isWide: Bool) -> Int {
        SampleRows.heapBytes(cells: rows * layout(isWide: isWide).cells) + sumBytes
    }

    /// Sums of the columns, and of their squares if deviations are asked for.
    var sums: Int { hasSquares ? 2 * metrics.count : metrics.count }

    /// What a window takes for its sums.
    var sumBytes: Int {
        TimedRing.arrayHeaderBytes + sums * MemoryLayout<MetricSums>.stride
    }
}
