import Vocabulary

/// The window and the smoothing of one metric of one session in one channel.
///
/// Time is session time: it begins at 0, stands still in pauses and never goes back. A report is
/// due at or after the newest sample, and the next sample after it. A copy goes on independently
/// and says the same.
///
/// Values must fit in 32 bits, session time in 497 days; both trap otherwise.
package struct MetricSeries: Sendable {
    private let decimals: UInt8
    private let isCumulative: Bool
    private let minimumCoveragePercent: UInt8
    private let asked: StatisticSet
    private var window: WeightedWindow
    private var highest: MovingMaximum
    /// Holds negated values.
    private var lowest: MovingMaximum
    /// One or none: in an array, a series without smoothing spends a pointer on it.
    private var smoothers: [Smoother] = []

    /// An empty series at session time 0.
    ///
    /// Statistics that do not fit the metric are passed over, and so is smoothing of a cumulative
    /// one. Traps if `period`, the window, a smoothing span or a half-life is not positive.
    ///
    /// - Parameter period: the nominal time from one sample to the next, for which the rings are
    ///   sized; denser samples make them grow.
    package init(metric: Metric, shape: ChannelShape, period: FleetDuration) {
        let span = TrailingSpan(shape.window)
        let periodTicks = Int32(period.ticks)
        decimals = UInt8(metric.decimals)
        isCumulative = metric.isCumulative
        minimumCoveragePercent = UInt8(shape.minimumCoveragePercent)
        asked = StatisticSet(shape.statistics, fitting: metric)
        window = WeightedWindow(span, periodTicks: periodTicks, isCumulative: isCumulative)
        let samples = Self.candidates(in: span, periodTicks: periodTicks)
        highest = MovingMaximum(samples: asked.contains(.max) ? samples : 0)
        lowest = MovingMaximum(samples: asked.contains(.min) ? samples : 0)
        if !isCumulative, let smoother = Smoother(shape.smoothing, periodTicks: periodTicks) {
            smoothers = [smoother]
        }
    }

    /// Takes the sample at `sessionTime`; nil if it lacks the metric.
    ///
    /// To be told of every sample instant, because a sample stands for the time since the one
    /// before. Traps unless `sessionTime` is later than at the call before. Amortised O(1) and
    /// without allocation once the rings have their size, but for what ``MovingMedian`` says.
    package mutating func observe(_ value: Int64?, at sessionTime: FleetDuration) {
        let ticks = Int32(sessionTime.ticks)
        let value = value.map { Int32($0) }
        window.observe(value, at: ticks)
        for place in smoothers.indices { smoothers[place].observe(value, at: ticks) }
        guard let value else { return }
        if asked.contains(.max) { highest.observe(value, at: ticks, within: window.span) }
        if asked.contains(.min) { lowest.observe(-value, at: ticks, within: window.span) }
    }

    /// The statistics at `sessionTime`, which must not lie before the newest sample or the report
    /// before.
    ///
    /// A metric without a sample in the window, or measured for less of it than the shape wants,
    /// has no more than `count` and `coverage`. That holds for `smoothed` too: a silent sensor's
    /// last value is not shown for longer than the window. A sample at the start itself has no
    /// weight, so that alone it has neither average nor deviation.
    package mutating func report(at sessionTime: FleetDuration) -> MetricReport {
        let now = Int32(sessionTime.ticks)
        window.advance(to: now)
        let sums = window.sums(at: now)
        let length = Int64(window.span.length(at: now))
        var report = MetricReport(decimals: Int(decimals))
        addPresence(sums.ticks, of: length, to: &report)
        let isCovered = sums.ticks * 100 >= Int64(minimumCoveragePercent) * max(length, 1)
        guard window.count > 0, isCovered else { return report }
        addTotals(to: &report)
        addExtremes(to: &report, at: now)
        addMeans(of: sums, to: &report, at: now)
        return report
    }

    /// Bytes of the series with its rings, without what the allocator adds.
    package var bytes: Int {
        let smootherBytes = smoothers.first.map {
            TimedRing.arrayHeaderBytes + MemoryLayout<Smoother>.stride + $0.heapBytes
        }
        return MemoryLayout<Self>.stride + window.heapBytes + highest.heapBytes
            + lowest.heapBytes + (smootherBytes ?? 0)
    }

    /// The most that ``bytes`` comes to as long as no two samples are closer than `period`.
    package static func bytesMax(
        metric: Metric, shape: ChannelShape, period: FleetDuration
    ) -> Int {
        let series = Self(metric: metric, shape: shape, period: period)
        let samples = candidates(in: series.window.span, periodTicks: Int32(period.ticks))
        let extremeBytes = MovingMaximum.heapBytesMax(samples: samples)
        return series.bytes
            + (series.asked.contains(.max) ? extremeBytes - series.highest.heapBytes : 0)
            + (series.asked.contains(.min) ? extremeBytes - series.lowest.heapBytes : 0)
    }

    /// How many values can wait for their turn as the largest; of a session only one.
    private static func candidates(in span: TrailingSpan, periodTicks: Int32) -> Int {
        max(span.samples(periodTicks: periodTicks), 1)
    }

    private func addPresence(_ ticks: Int64, of length: Int64, to report: inout MetricReport) {
        if asked.contains(.count) { report.set(.count, to: Int64(window.count)) }
        if asked.contains(.coverage) {
            let permille = length > 0 ? (ticks * 1000).dividedRoundingToEven(by: length) : 0
            report.set(.coverage, to: permille)
        }
    }

    private func addTotals(to report: inout MetricReport) {
        let newest = Int64(window.newestValue)
        if asked.contains(.latest) { report.set(.latest, to: newest) }
        if asked.contains(.sum) { report.set(.sum, to: newest - Int64(window.precedingValue)) }
    }

    private mutating func addExtremes(to report: inout MetricReport, at now: Int32) {
        if asked.contains(.max) {
            highest.advance(to: now, within: window.span)
            if let value = highest.value { report.set(.max, to: Int64(value)) }
        }
        if asked.contains(.min) {
            lowest.advance(to: now, within: window.span)
            if let value = lowest.value { report.set(.min, to: -Int64(value)) }
        }
    }

    private mutating func addMeans(
        of sums: WeightedSums, to report: inout MetricReport, at now: Int32
    ) {
        if asked.contains(.average), let mean = sums.averageHundredths {
            report.set(.average, to: mean)
        }
        if asked.contains(.sd), let deviation = sums.deviationHundredths {
            report.set(.sd, to: deviation)
        }
        for place in smoothers.indices {
            guard let value = smoothers[place].hundredths(at: now) else { continue }
            report.setSmoothed(to: value)
        }
    }
}
