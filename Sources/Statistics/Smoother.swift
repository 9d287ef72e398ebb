import Vocabulary

/// A smoothed value of one discrete metric, fed with every sample and independent of the window.
///
/// How late a steady rise sampled every p comes out at a sample's instant: the mean and the
/// median over a span s by (s - p) / 2, a filter of half-life h by close to h / ln 2 - p / 2,
/// the twofold one by twice that. Measured from the middle of the periods for which samples
/// stand, half a p more.
package struct Smoother: Sendable {
    // One of the three; optionals are changed in place, the payload of an enum is copied.
    private var mean: WeightedWindow?
    private var median: MovingMedian?
    private var filter: HalfLifeFilter?

    /// Nil if `smoothing` is none. Traps if a span or half-life is not positive.
    package init?(_ smoothing: Smoothing, periodTicks: Int32) {
        switch smoothing {
        case .none:
            return nil
        case .mean(let length):
            mean = WeightedWindow(
                TrailingSpan(length), periodTicks: periodTicks, isCumulative: false)
        case .median(let length):
            median = MovingMedian(TrailingSpan(length), periodTicks: periodTicks)
        case .ema(let halfLife):
            filter = HalfLifeFilter(
                halfLife: halfLife, periodTicks: periodTicks, isTwofold: false)
        case .ema2(let halfLife):
            filter = HalfLifeFilter(
                halfLife: halfLife, periodTicks: periodTicks, isTwofold: true)
        }
    }

    /// Takes the sample at `ticks`, or its lack, later than the one before.
    ///
    /// Amortised O(1), for the median what ``MovingMedian`` says.
    package mutating func observe(_ value: Int32?, at ticks: Int32) {
        mean?.observe(value, at: ticks)
        guard let value else { return }
        median?.observe(value, at: ticks)
        filter?.observe(value, at: ticks)
    }

    /// The smoothed value at `now` in hundredths of the values' unit, ties to even; nil if the
    /// mean or the median has no sample in its span, or the filter none at all.
    package mutating func hundredths(at now: Int32) -> Int64? {
        mean?.advance(to: now)
        median?.advance(to: now)
        if let mean { return mean.sums(at: now).averageHundredths }
        if let median { return median.doubled.map { $0 * 50 } }
        return filter?.value.map { Int64(($0 * 100).rounded(.toNearestOrEven)) }
    }

    /// Bytes on the heap.
    package var heapBytes: Int { (mean?.heapBytes ?? 0) + (median?.heapBytes ?? 0) }
}
