import Vocabulary

/// Noise that wanders about zero and forgets where it was with a time constant.
///
/// It is normally distributed at every instant, and its autocorrelation at a lag is
/// e^(-lag / time constant), for any sample period (Uhlenbeck and Ornstein, Phys Rev 1930).
package struct OrnsteinUhlenbeck: Sendable {
    package private(set) var value: Double
    private let kept: Double
    private let added: Double

    /// - Parameters:
    ///   - deviation: the standard deviation.
    ///   - first: standard normal; the value begins at that many standard deviations.
    package init(timeConstant: Double, deviation: Double, period: Double, first: Double) {
        kept = Elementary.exp(-period / timeConstant)
        added = deviation * (1 - kept * kept).squareRoot()
        value = deviation * first
    }

    /// Goes on by one period with the random number `step` of mean 0 and deviation 1.
    @inline(__always)
    package mutating func advance(by step: Double) { value = kept * value + added * step }
}
