import Vocabulary

/// Smooths one discrete metric by a median or a filter, from every sample that has the metric. The
/// mean, the third way to smooth, is a ``SampleWindow``.
///
/// The delay of a linear rise that is sampled every p, at the instant of a sample: (s - p) / 2 for
/// the mean and the median over a span s, close to h / ln 2 - p / 2 for a filter of half-life h,
/// and twice that for the twofold filter. From the middle of the samples' periods it is p / 2 more.
public struct Smoother: Sendable {
    // One of the two. Optionals are changed in place, while the payload of an enumeration is
    // copied.
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

    /// Adds the value at `ticks`, later than the one before.
    ///
    /// O(1) for a filter; for the median see ``MovingMedian``.
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

/// The median of the values in a trailing span of session time, without weights.
///
/// The values lie in a sorted array. Each costs O(log n) comparisons and a move of up to 4n bytes,
/// where n is the number of values in the span, at most one per tick.
public struct MovingMedian: Sendable {
    private let span: TrailingSpan
    private var entries: TimedRing
    private var sorted: [Int32] = []

    public init(_ span: TrailingSpan, periodTicks: Int32) {
        precondition(!span.isSession, "median over a whole session")
        self.span = span
        let samples = span.samples(periodTicks: periodTicks)
        entries = TimedRing(capacity: samples)
        sorted.reserveCapacity(samples)
    }

    /// Twice the median as of the last call, the sum of the two middle values; nil without a value.
    public var doubled: Int64? {
        guard !sorted.isEmpty else { return nil }
        return Int64(sorted[(sorted.count - 1) / 2]) + Int64(sorted[sorted.count / 2])
    }

    /// Bytes on the heap, without what the allocator adds.
    public var heapBytes: Int {
        entries.heapBytes + TimedRing.arrayHeaderBytes
            + sorted.capacity * MemoryLayout<Int32>.stride
    }

    /// Adds the value at `ticks`, which must not go back.
    public mutating func observe(_ value: Int32, at ticks: Int32) {
        advance(to: ticks)
        entries.append(TimedValue(ticks: ticks, value: value))
        sorted.insert(value, at: insertionIndex(of: value))
    }

    /// Drops the values that are too old at `now`.
    public mutating func advance(to now: Int32) {
        let edge = span.edge(at: now)
        while let oldest = entries.first, oldest.ticks <= edge {
            entries.removeFirst()
            sorted.remove(at: insertionIndex(of: oldest.value))
        }
    }

    /// The first index whose value is not below `value`.
    private func insertionIndex(of value: Int32) -> Int {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// A first-order low-pass filter with a half-life, applied once or twice.
///
/// Every half-life halves the difference between value and filter, however the samples are spaced:
/// y += (1 - 2^(-Δt/h)) (x - y), with Δt since the value before. The first value seeds the filter.
/// The delay of a linear rise that is sampled every p is p g / (1 - g), where g = 2^(-p/h): close
/// to h / ln 2 - p / 2, and twice as much for the twofold filter.
///
/// It computes in `Double`, in a fixed order, the same to the last bit on every processor.
public struct HalfLifeFilter: Sendable {
    private let halfLifeTicks: Int32
    private let periodTicks: Int32
    private let periodGain: Double
    private let isTwofold: Bool
    private var newestTicks: Int32?
    private var once = 0.0
    private var twice = 0.0

    /// - Parameter isTwofold: whether a second filter of the same half-life follows the first.
    public init(halfLife: FleetDuration, periodTicks: Int32, isTwofold: Bool) {
        precondition(
            (1...Int64(Int32.max)).contains(halfLife.ticks), "half-life of \(halfLife.ticks) ticks")
        halfLifeTicks = Int32(halfLife.ticks)
        self.periodTicks = periodTicks
        self.isTwofold = isTwofold
        periodGain = Self.gain(ticks: periodTicks, halfLifeTicks: halfLifeTicks)
    }

    /// The filtered value; nil before the first value.
    public var value: Double? {
        guard newestTicks != nil else { return nil }
        return isTwofold ? twice : once
    }

    /// Adds the value at `ticks`, later than the one before.
    public mutating func observe(_ value: Int32, at ticks: Int32) {
        let measured = Double(value)
        if let newestTicks {
            let gain = gain(ticks: ticks - newestTicks)
            once += gain * (measured - once)
            twice += gain * (once - twice)
        } else {
            once = measured
            twice = measured
        }
        newestTicks = ticks
    }

    private func gain(ticks: Int32) -> Double {
        ticks == periodTicks
            ? periodGain : Self.gain(ticks: ticks, halfLifeTicks: halfLifeTicks)
    }

    /// The share of a difference that `ticks` take away.
    private static func gain(ticks: Int32, halfLifeTicks: Int32) -> Double {
        1 - Elementary.exp(-naturalLogarithmOfTwo * Double(ticks) / Double(halfLifeTicks))
    }

    private static let naturalLogarithmOfTwo = 0x1.62e42fefa39efp-1
}
