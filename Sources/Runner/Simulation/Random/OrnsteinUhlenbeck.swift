import Vocabulary

/// An Ornstein-Uhlenbeck process: noise about zero with memory.
///
/// It is normally distributed at every instant. Its autocorrelation at a lag is
/// e^(-lag / time constant), at every sample period (Uhlenbeck and Ornstein, Phys Rev 1930).
public struct OrnsteinUhlenbeck: Sendable {
    // Single precision keeps a session's state small; time constants are within 0.2 % of exact.
    private var single: Float
    private let kept: Float
    private let added: Float

    /// - Parameters:
    ///   - deviation: the standard deviation.
    ///   - first: the first value in standard deviations, a standard normal number.
    public init(timeConstant: Double, deviation: Double, period: Double, first: Double) {
        kept = Float(Elementary.exp(-period / timeConstant))
        added = Float(deviation * Double(1 - kept * kept).squareRoot())
        single = Float(deviation * first)
    }

    public var value: Double {
        @inline(__always) get { Double(single) }
    }

    /// Advances by one period; `step` is a random number of mean 0 and deviation 1.
    @inline(__always)
    public mutating func advance(by step: Double) {
        single = kept * single + added * Float(step)
    }
}

/// Ornstein-Uhlenbeck noise behind a first-order low-pass, smooth from sample to sample.
struct SmoothWander: Sendable {
    private var source: OrnsteinUhlenbeck
    private var smooth: FirstOrderLag

    /// - Parameters:
    ///   - smoothing: time constant of the low-pass, seconds.
    ///   - deviation: standard deviation of `value`.
    ///   - first: standard normal.
    init(
        timeConstant: Double, smoothing: Double, deviation: Double, period: Double, first: Double
    ) {
        let loss = 1 + smoothing / timeConstant
        source = OrnsteinUhlenbeck(
            timeConstant: timeConstant, deviation: deviation * loss.squareRoot(), period: period,
            first: first)
        smooth = FirstOrderLag(
            timeConstant: smoothing, period: period, value: source.value / loss)
    }

    /// Advances by one period and returns the value; `step` is a random number of mean 0 and
    /// deviation 1.
    @inline(__always)
    mutating func next(_ step: Double) -> Double {
        source.advance(by: step)
        smooth.follow(source.value)
        return smooth.value
    }
}

/// A first-order low-pass for samples at a fixed period: the value follows its target with a time
/// constant.
struct FirstOrderLag: Sendable {
    // Single precision: a session keeps nine of them.
    private var single: Float
    /// The share of the distance to the target that a period covers.
    let share: Float

    init(timeConstant: Double, period: Double, value: Double = 0) {
        single = Float(value)
        share = Float(1 - Elementary.exp(-period / timeConstant))
    }

    var value: Double {
        @inline(__always) get { Double(single) }
        @inline(__always) set { single = Float(newValue) }
    }

    @inline(__always)
    mutating func follow(_ target: Double) { value += (target - value) * Double(share) }

    /// The share for a time constant that changes from sample to sample. The trapezoidal rule
    /// avoids an exponential; it is within 1 % for time constants above three periods.
    @inline(__always)
    static func share(timeConstant: Double, period: Double) -> Double {
        period / (timeConstant + 0.5 * period)
    }
}
