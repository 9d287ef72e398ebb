import Vocabulary

/// What the windows of many sessions over the same span have in common.
public struct WindowPlan: Sendable {
    let span: TrailingSpan
    /// The nominal time from one sample to the next.
    let periodTicks: Int32
    let metrics: [Metric]
    /// Whether deviations are asked for.
    let hasSquares: Bool
    private let hasMean: [Bool]
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
        hasMean = metrics.map(\.isDiscrete)
        // One of each column, and of its squares if deviations are asked for.
        let sums = hasSquares ? 2 * metrics.count : metrics.count
        narrow = RowLayout(metrics, isWide: false, sums: sums)
        wide = RowLayout(metrics, isWide: true, sums: sums)
    }

    func layout(isWide: Bool) -> RowLayout { isWide ? wide : narrow }

    @inline(__always)
    func hasMean(_ column: Int) -> Bool { hasMean[column] }

    /// The number of rows for which a window is allocated; a window over the session needs none.
    var rows: Int { span.samples(periodTicks: periodTicks) }

    /// The most bytes of a window on the heap, in narrow or in wide rows, while no two samples are
    /// closer than the period.
    func heapBytesMax(isWide: Bool) -> Int {
        let layout = layout(isWide: isWide)
        return SampleRows.heapBytes(cells: layout.sumCells + rows * layout.cells)
    }
}

/// The span of a given length that ends at an instant of session time, or the whole session so far.
///
/// The span (T - length, T] excludes its old end, so that consecutive spans share no instant.
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

    /// Whether the span is the whole session, which no instant leaves.
    public var isSession: Bool { ticks == .max }

    /// The newest tick that is too old for the span that ends at `now`.
    public func edge(at now: Int32) -> Int32 { now - ticks }

    /// The length, in ticks, of the span that ends at `now`. It never begins before the session.
    public func length(at now: Int32) -> Int32 { min(ticks, now) }

    /// The number of samples in the span at one sample per period.
    public func samples(periodTicks: Int32) -> Int {
        isSession ? 0 : (Int(ticks) + Int(periodTicks) - 1) / Int(periodTicks)
    }
}
