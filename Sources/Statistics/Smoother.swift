import Vocabulary

/// The median or the filter of one discrete metric, fed with every sample that has it and
/// independent of the window. The mean, the third way to smooth, is a ``SampleWindow``'s.
///
/// How late a steady rise sampled every p comes out at a sample's instant: the mean and the
/// median over a span s by (s - p) / 2, a filter of half-life h by close to h / ln 2 - p / 2,
/// the twofold one by twice that. Measured from the middle of the periods for which samples
/// stand, half a p more.
public struct Smoother: Sendable {
    // One of the two; optionals are changed in place, the payload of an enum is copied.
    private var median: MovingMedian?
    private var filter: HalfLifeFilter?

    /// Nil if `smoothing` is none or the mean. Traps if a span or half-life is not positive.
    public init?(_ smoothing: Smoothing, periodTicks: Int32) {
        switch smoothing {
        case .none, .mean:
            return nil
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

    /// Takes the value at `ticks`, later than the one before.
    ///
    /// O(1), for the median what ``MovingMedian`` says.
    public mutating func observe(_ value: Int32, at ticks: Int32) {
        median?.observe(value, at: ticks)
        filter?.observe(value, at: ticks)
    }

    /// The smoothed value at `now` in hundredths of the values' unit, ties to even; nil if the
    /// median has no sample in its span, or the filter none at all.
    public mutating func hundredths(at now: Int32) -> Int64? {
        median?.advance(to: now)
        if let median { return median.doubled.map { $0 * 50 } }
        return filter?.value.map { Int64(($0 * 100).rounded(.toNearestOrEven)) }
    }

    /// Bytes on the heap.
    public var heapBytes: Int { median?.heapBytes ?? 0 }
}
