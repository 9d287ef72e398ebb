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
