import Vocabulary

/// The windows and the smoothing of one session's metrics in one channel.
///
/// Time is session time: it begins at 0, stands still in pauses and never goes back. A report may
/// be asked for at or after the newest sample, and the next sample must come later. Every call
/// needs the plan with which the series was made. The series is a value; a copy gives the same
/// reports.
///
/// Traps on values of more than 32 bits, and after 497 days of session time.
public struct SessionSeries: Sendable {
    private var window: SampleWindow
    private var extras: Rare<SeriesExtras>

    /// Empty series at session time 0.
    public init(_ plan: SeriesPlan) {
        window = SampleWindow(plan.window)
        extras = Rare(plan.hasExtras ? SeriesExtras(plan) : nil)
    }

    /// Adds the sample at `sessionTime`.
    ///
    /// Call it for every sample, also for an empty one, because a sample stands for the time since
    /// the one before. Traps unless `sessionTime` is later than at the call before. Amortised
    /// O(metrics); it allocates only while the rows grow. ``MovingMedian`` costs more.
    public mutating func observe(
        _ sample: Sample, at sessionTime: FleetDuration, in plan: SeriesPlan
    ) {
        let ticks = Int32(sessionTime.ticks)
        window.observe(sample, at: ticks, in: plan.window)
        extras.update { $0.observe(sample, at: ticks, in: plan) }
    }

    /// Calls `body` with the statistics of every metric at `sessionTime`, by column of the plan.
    /// Traps if `sessionTime` lies before the newest sample or the report before.
    ///
    /// A metric without a sample in the window, or with less coverage than the channel asks for,
    /// has `count` and `coverage` only. It has no smoothed value either, so that a silent sensor's
    /// last value is not shown for longer than the window. A sample at session time 0 has no
    /// weight: alone, it has neither average nor deviation.
    @inlinable @inline(__always)
    public mutating func report(
        at sessionTime: FleetDuration, in plan: SeriesPlan,
        _ body: (_ column: Int, MetricReport) -> Void
    ) {
        let now = advance(to: sessionTime, in: plan)
        for column in plan.metrics.indices { body(column, report(of: column, at: now, in: plan)) }
    }

    @usableFromInline
    mutating func advance(to sessionTime: FleetDuration, in plan: SeriesPlan) -> Int32 {
        let now = Int32(sessionTime.ticks)
        window.advance(to: now, in: plan.window)
        return now
    }

    @usableFromInline
    mutating func report(of column: Int, at now: Int32, in plan: SeriesPlan) -> MetricReport {
        let known = window.metricSums(of: column)
        let sums = window.sums(of: column, known, at: now, in: plan.window)
        let length = Int64(plan.window.span.length(at: now))
        let asked = plan.asked[column]
        var report = MetricReport(decimals: plan.decimals[column])
        report.addPresence(known, sums.ticks, of: length, asked)
        let isCovered = sums.ticks * 100 >= plan.minimumCoveragePercent * max(length, 1)
        guard known.count > 0, isCovered else { return report }
        report.addTotals(known, asked)
        report.addMeans(of: sums, asked)
        extras.update { report.add(&$0, column, at: now, in: plan) }
        return report
    }

    /// Bytes of the series, those on the heap included, without the allocator's overhead.
    public func bytes(_ plan: SeriesPlan) -> Int {
        MemoryLayout<Self>.stride + window.heapBytes
            + (extras.value?.bytes(plan) ?? 0)
    }
}

extension SeriesPlan {
    /// The upper bound of the bytes of a session's series while no two samples are closer than the
    /// period.
    ///
    /// - Parameter isWide: whether to assume wide rows, which only recordings need.
    public func bytesMax(isWide: Bool) -> Int {
        MemoryLayout<SessionSeries>.stride + window.heapBytesMax(isWide: isWide)
            + (hasExtras ? SeriesExtras.bytesMax(self, isWide: isWide) : 0)
    }

    /// The most heap blocks that hold these bytes.
    public var blocksMax: Int { 1 + (hasExtras ? SeriesExtras.blocksMax(self) : 0) }
}

extension MetricReport {
    fileprivate mutating func addPresence(
        _ known: MetricSums, _ ticks: Int64, of length: Int64, _ asked: StatisticSet
    ) {
        if asked.contains(.count) { set(.count, to: Int64(known.count)) }
        if asked.contains(.coverage) {
            let permille = length > 0 ? (ticks * 1000).dividedRoundingToEven(by: length) : 0
            set(.coverage, to: permille)
        }
    }

    fileprivate mutating func addTotals(_ known: MetricSums, _ asked: StatisticSet) {
        let newest = Int64(known.newest)
        if asked.contains(.latest) { set(.latest, to: newest) }
        if asked.contains(.sum) { set(.sum, to: newest - Int64(known.preceding)) }
    }

    fileprivate mutating func addMeans(of sums: WeightedSums, _ asked: StatisticSet) {
        if asked.contains(.average), let mean = sums.averageHundredths { set(.average, to: mean) }
        if asked.contains(.sd), let deviation = sums.deviationHundredths {
            set(.sd, to: deviation)
        }
    }

    fileprivate mutating func add(
        _ extras: inout SeriesExtras, _ column: Int, at now: Int32, in plan: SeriesPlan
    ) {
        let asked = plan.asked[column]
        if asked.contains(.max), let value = extras.maximum(of: column, at: now, in: plan) {
            set(.max, to: Int64(value))
        }
        if asked.contains(.min), let value = extras.minimum(of: column, at: now, in: plan) {
            set(.min, to: Int64(value))
        }
        if let value = extras.smoothedHundredths(of: column, at: now, in: plan) {
            setSmoothed(to: value)
        }
    }
}
