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
    private let narrow: RowLayout
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
        narrow = RowLayout(metrics, isWide: false, sums: sums)
        wide = RowLayout(metrics, isWide: true, sums: sums)
    }

    func layout(isWide: Bool) -> RowLayout { isWide ? wide : narrow }

    @inline(__always)
    func isCumulative(_ column: Int) -> Bool { isCumulative[column] }

    /// How many rows a window is made for; a window over the session keeps none.
    var rows: Int { span.samples(periodTicks: periodTicks) }

    /// The most that a window holds on the heap as long as no two samples are closer than the
    /// period, in narrow rows or in wide ones.
    func heapBytesMax(isWide: Bool) -> Int {
        let layout = layout(isWide: isWide)
        return SampleRows.heapBytes(cells: layout.sumCells + rows * layout.cells)
    }
}

/// The last so many ticks of session time up to an instant, or the whole session up to it.
///
/// The span (T - length, T] is open at its old end, so that consecutive spans share no instant.
public struct TrailingSpan: Equatable, Sendable {
    public static let session = TrailingSpan(ticks: .max)

    private let ticks: Int32

    private init(ticks: Int32) { self.ticks = ticks }

    /// Traps if `length` is not positive or above 2^31 - 2 ticks, 497 days.
    public init(_ length: FleetDuration) {
        precondition(
            (1..<Int64(Int32.max)).contains(length.ticks), "span of \(length.ticks) ticks")
        self.init(ticks: Int32(length.ticks))
    }

    public init(_ window: Window) {
        switch window {
        case .span(let length): self.init(length)
        case .session: self = .session
        }
    }

    /// Whether an instant never leaves the span once it has been inside.
    public var isSession: Bool { ticks == .max }

    /// The newest tick of session time that is too old for the span that ends at `now`.
    public func edge(at now: Int32) -> Int32 { now - ticks }

    /// Length in ticks of the span that ends at `now`: it never reaches before the start.
    public func length(at now: Int32) -> Int32 { min(ticks, now) }

    /// How many samples the span holds at one sample per period.
    public func samples(periodTicks: Int32) -> Int {
        isSession ? 0 : (Int(ticks) + Int(periodTicks) - 1) / Int(periodTicks)
    }
}
