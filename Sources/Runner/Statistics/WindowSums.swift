import Vocabulary

/// The exact sums of one metric over the samples of a window, and its newest values.
struct MetricSums: BitwiseCopyable, Sendable {
    /// The sum of the samples' weights, in ticks.
    private(set) var ticks: Int32 = 0
    /// The number of samples with the metric.
    private(set) var count: Int32 = 0
    // The halves of one number of 64 bits: whole, it would have the sums take four bytes more, and
    // every session keeps some.
    private var low: UInt32 = 0
    private var high: Int32 = 0
    /// The newest value of the session.
    private(set) var newest: Int32 = 0

    /// The sum of values times weights, of a metric that has a mean.
    var values: Int64 {
        @inline(__always) get { Int64(high) << 32 | Int64(low) }
        @inline(__always) set {
            low = UInt32(truncatingIfNeeded: newValue)
            high = Int32(truncatingIfNeeded: newValue >> 32)
        }
    }

    /// The newest value that has left the span, of a total or a position, which have no mean; 0
    /// while there is none.
    var preceding: Int32 { Int32(bitPattern: low) }

    @inline(__always)
    mutating func enter(_ value: Int32, ticks weight: Int32, hasMean: Bool) {
        ticks += weight
        count += 1
        newest = value
        if hasMean { values += Int64(weight) * Int64(value) }
    }

    /// Adds a value's square times its weight, in sums that hold squares. A negative weight
    /// subtracts.
    @inline(__always)
    mutating func enter(square value: Int32, ticks weight: Int32) {
        values += Int64(weight) * Int64(value) * Int64(value)
    }

    @inline(__always)
    mutating func leave(_ value: Int32, ticks weight: Int32, hasMean: Bool) {
        ticks -= weight
        count -= 1
        if hasMean {
            values -= Int64(weight) * Int64(value)
        } else {
            low = UInt32(bitPattern: value)
        }
    }
}

/// Exact sums over samples, each weighted by the ticks for which it stands.
///
/// Integer sums do not round and do not depend on order: adding a sample and subtracting it again
/// leaves no trace, however long the series. They overflow, and trap, only for values far beyond
/// the upper limits of ``Metric`` or after 497 days.
public struct WeightedSums: Equatable, Sendable {
    public private(set) var ticks: Int64 = 0
    private var values: Int64 = 0
    private var squares: Int64 = 0

    public init() {}

    init(ticks: Int64, values: Int64, squares: Int64) {
        self.ticks = ticks
        self.values = values
        self.squares = squares
    }

    /// - Parameter ticks: the weight; a negative one subtracts a sample or a part of its period.
    public mutating func add(_ value: Int64, ticks weight: Int32) {
        let weight = Int64(weight)
        let weighted = weight * value
        ticks += weight
        values += weighted
        squares += weighted * value
    }

    /// The mean in hundredths of the values' unit, ties to even; nil if nothing has a weight.
    public var averageHundredths: Int64? {
        guard ticks > 0 else { return nil }
        return (values * 100).dividedRoundingToEven(by: ticks)
    }

    /// The population standard deviation in hundredths of the values' unit, ties to even; nil if
    /// nothing has a weight.
    ///
    /// With the weight W, the variance is (W Σwx² - (Σwx)²) / W². The square root is estimated in
    /// `Double` and corrected in integers, so that the result does not depend on rounding.
    public var deviationHundredths: Int64? {
        guard ticks > 0 else { return nil }
        let numerator = Int128(ticks) * Int128(squares) - Int128(values) * Int128(values)
        guard numerator > 0 else { return 0 }
        let estimate = 100 * Self.double(numerator).squareRoot() / Double(ticks)
        return nearest(to: Int64(estimate + 0.5), squaredTwice: 40_000 * numerator)
    }

    /// `value` to about the precision of `Double`; the library's conversion takes half a
    /// microsecond.
    private static func double(_ value: Int128) -> Double {
        let upper = Double(Int64(truncatingIfNeeded: value >> 64))
        return upper * 0x1p64 + Double(UInt64(truncatingIfNeeded: value))
    }

    /// The integer nearest to √(`target` / 4) / W, ties to even, by steps of one from `guess`.
    private func nearest(to guess: Int64, squaredTwice target: Int128) -> Int64 {
        var candidate = guess
        while isBeyond(candidate, squaredTwice: target) { candidate += 1 }
        while candidate > 0, !isBeyond(candidate - 1, squaredTwice: target) { candidate -= 1 }
        return candidate
    }

    /// Whether √(`target` / 4) / W is nearer to the integer after `number` than to `number`, that
    /// is (2 `number` + 1)² W² < `target`. Half-way, the even of the two is nearer.
    private func isBeyond(_ number: Int64, squaredTwice target: Int128) -> Bool {
        let root = Int128(2 * number + 1) * Int128(ticks)
        let middle = root * root
        return target > middle || (target == middle && number & 1 == 1)
    }
}
