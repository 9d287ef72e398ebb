import Vocabulary

/// Noise that wanders about zero and forgets where it was with a time constant.
///
/// It is normally distributed at every instant, and its autocorrelation at a lag is
/// e^(-lag / time constant), for any sample period (Uhlenbeck and Ornstein, Phys Rev 1930).
public struct OrnsteinUhlenbeck: Sendable {
    public private(set) var value: Double
    // Single precision keeps a session's state small; time constants are exact to 0.2 % with it.
    private let kept: Float
    private let added: Float

    /// - Parameters:
    ///   - deviation: the standard deviation.
    ///   - first: standard normal; the value begins at that many standard deviations.
    public init(timeConstant: Double, deviation: Double, period: Double, first: Double) {
        kept = Float(Elementary.exp(-period / timeConstant))
        added = Float(deviation * Double(1 - kept * kept).squareRoot())
        value = deviation * first
    }

    /// Goes on by one period with the random number `step` of mean 0 and deviation 1.
    @inline(__always)
    public mutating func advance(by step: Double) {
        value = Double(kept) * value + Double(added) * step
    }
}

/// Ornstein-Uhlenbeck noise behind a first-order low-pass: it wanders like the noise, and its
/// neighbouring values lie on a smooth curve.
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

    /// The value after one more period with the random number `step`.
    @inline(__always)
    mutating func next(_ step: Double) -> Double {
        source.advance(by: step)
        smooth.follow(source.value)
        return smooth.value
    }
}

/// A value that follows another one with a time constant.
struct FirstOrderLag: Sendable {
    var value: Double
    /// The share of the distance that is covered in a period.
    let share: Float

    init(timeConstant: Double, period: Double, value: Double = 0) {
        self.value = value
        share = Float(1 - Elementary.exp(-period / timeConstant))
    }

    @inline(__always)
    mutating func follow(_ target: Double) { value += (target - value) * Double(share) }

    /// The share for a time constant that changes from sample to sample: the trapezoidal rule
    /// spares an exponential, and is within 1 % for time constants above three periods.
    @inline(__always)
    static func share(timeConstant: Double, period: Double) -> Double {
        period / (timeConstant + 0.5 * period)
    }
}
