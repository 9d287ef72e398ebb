import Vocabulary

/// What the windows of many sessions over the same span have in common.
public struct WindowPlan: Sendable {
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
    public init(
        _ span: TrailingSpan, metrics: [Metric], periodTicks: Int32, hasSquares: Bool = false
    ) {
        precondition(periodTicks > 0, "sample period of \(periodTicks) ticks")
        self.span = span
        self.periodTicks = periodTicks
        self.metrics = metrics
        self.hasSquares = hasSquares
        isCumulative = metrics.map(\.isCumulative)
        // One of each column, and of its squares if deviations are asked for.
        let sums = hasSquares ? 2 * metrics.count : metrics.count
        slim = RowLayout(metrics, isWide: false, sums: sums)
        wide = RowLayout(metrics, isWide: true, sums: sums)
    }

    func layout(isWide: Bool) -> RowLayout { isWide ? wide : slim }

    @inline(__always)
    func isCumulative(_ column: Int) -> Bool { isCumulative[column] }

    /// How many rows a window is made for; a window over the session keeps none.
    var rows: Int { span.samples(periodTicks: periodTicks) }

    /// The most that a window holds on the heap as long as no two samples are closer than the
    /// period, in slim rows or in wide ones.
    func heapBytesMax(isWide: Bool) -> Int {
        let layout = layout(isWide: isWide)
        return SampleRows.heapBytes(cells: layout.sumCells + rows * layout.cells)
    }
}
