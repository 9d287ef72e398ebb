import Vocabulary

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
