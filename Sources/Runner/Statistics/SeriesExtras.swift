import Vocabulary

/// The extremes and the smoothing of a session's metrics, for channels that ask for them.
struct SeriesExtras: Sendable {
    /// By column; empty unless some column's maximum is asked for.
    private var highest: [MovingMaximum]
    /// By column, of negated values; empty unless some column's minimum is asked for.
    private var lowest: [MovingMaximum]
    /// By discrete column; empty unless smoothing is a median or a filter.
    private var smoothers: [Smoother]
    /// The window over which the mean smooths; nil for other smoothing.
    private var mean: SampleWindow?

    init(_ plan: SeriesPlan) {
        highest = Self.extremes(.max, plan)
        lowest = Self.extremes(.min, plan)
        smoothers = (0..<plan.discreteColumns).compactMap { _ in
            Smoother(plan.smoothing, periodTicks: plan.window.periodTicks)
        }
        mean = plan.mean.map { SampleWindow($0) }
    }

    private static func extremes(_ statistic: Statistic, _ plan: SeriesPlan) -> [MovingMaximum] {
        guard plan.hasExtreme(statistic) else { return [] }
        return plan.metrics.indices.map {
            MovingMaximum(samples: plan.candidates($0, statistic))
        }
    }

    mutating func observe(_ sample: Sample, at ticks: Int32, in plan: SeriesPlan) {
        if let meanPlan = plan.mean { mean?.observe(sample, at: ticks, in: meanPlan) }
        for column in plan.metrics.indices {
            guard let value = sample[plan.metrics[column]].map({ Int32($0) }) else { continue }
            if smoothers.indices.contains(column) { smoothers[column].observe(value, at: ticks) }
            if plan.asked[column].contains(.max) {
                highest[column].observe(value, at: ticks, within: plan.window.span)
            }
            if plan.asked[column].contains(.min) {
                lowest[column].observe(-value, at: ticks, within: plan.window.span)
            }
        }
    }

    mutating func maximum(of column: Int, at now: Int32, in plan: SeriesPlan) -> Int32? {
        highest[column].advance(to: now, within: plan.window.span)
        return highest[column].value
    }

    mutating func minimum(of column: Int, at now: Int32, in plan: SeriesPlan) -> Int32? {
        lowest[column].advance(to: now, within: plan.window.span)
        return lowest[column].value.map { -$0 }
    }

    /// A column's smoothed value in hundredths of its unit; nil if there is none.
    mutating func smoothedHundredths(
        of column: Int, at now: Int32, in plan: SeriesPlan
    ) -> Int64? {
        if smoothers.indices.contains(column) { return smoothers[column].hundredths(at: now) }
        guard let meanPlan = plan.mean, column < plan.discreteColumns else { return nil }
        mean?.advance(to: now, in: meanPlan)
        return mean.flatMap {
            $0.sums(of: column, $0.metricSums(of: column), at: now, in: meanPlan).averageHundredths
        }
    }

    /// Bytes of the extras, those on the heap included, without the allocator's overhead.
    func bytes(_ plan: SeriesPlan) -> Int {
        let windowBytes = mean?.heapBytes ?? 0
        let extremeBytes = (highest + lowest).reduce(0) { $0 + $1.heapBytes }
        let smootherBytes = smoothers.reduce(0) { $0 + $1.heapBytes }
        return Self.ownBytes(plan) + windowBytes + extremeBytes + smootherBytes
    }

    /// The upper bound of ``bytes(_:)`` while no two samples are closer than the period.
    static func bytesMax(_ plan: SeriesPlan, isWide: Bool) -> Int {
        let extremeBytes = plan.metrics.indices.reduce(0) { sum, column in
            sum + MovingMaximum.heapBytesMax(samples: plan.candidates(column, .max))
                + MovingMaximum.heapBytesMax(samples: plan.candidates(column, .min))
        }
        let smoother = Smoother(plan.smoothing, periodTicks: plan.window.periodTicks)
        let smootherBytes = plan.discreteColumns * (smoother?.heapBytes ?? 0)
        return ownBytes(plan) + (plan.mean?.heapBytesMax(isWide: isWide) ?? 0) + extremeBytes
            + smootherBytes
    }

    /// Bytes of the extras, of their three arrays, and of the array in which the series keep them.
    private static func ownBytes(_ plan: SeriesPlan) -> Int {
        let extremes = 2 * plan.metrics.count * MemoryLayout<MovingMaximum>.stride
        let smoothers = plan.discreteColumns * MemoryLayout<Smoother>.stride
        return 4 * TimedRing.arrayHeaderBytes + MemoryLayout<Self>.stride + extremes + smoothers
    }

    /// The most heap blocks of a plan's extras.
    static func blocksMax(_ plan: SeriesPlan) -> Int {
        4 + 2 * plan.metrics.count + 2 * plan.discreteColumns + 2
    }
}
