import Vocabulary

/// Smooth noise over time that can be read at any instant without those before it: a random number
/// at each knot, and a cubic B-spline between them (de Boor, "A Practical Guide to Splines", 1978).
///
/// It is about normally distributed, of mean 0 and deviation 1 at every instant. One knot further
/// the autocorrelation is 0.5 in the mean, two knots further 0.05, and from four on 0.
struct KnotNoise: Sendable {
    private let stream: RandomStream
    private let layer: UInt64
    /// Seconds from knot to knot.
    private let spacing: Double

    /// - Parameter layer: tells apart the noises that share a stream, 0...255.
    init(_ stream: RandomStream, layer: UInt64, spacing: Double) {
        self.stream = stream
        self.layer = layer
        self.spacing = spacing
    }

    /// The noise after `seconds`, from 0 on. Some 30 ns.
    func value(at seconds: Double) -> Double {
        let time = seconds / spacing
        let knot = time.rounded(.down)
        let t = time - knot
        let u = 1 - t
        let weights = (
            u * u * u, 4 + t * t * (3 * t - 6), 4 + u * u * (3 * u - 6), t * t * t
        )
        let first = layer << 56 | UInt64(knot)
        let sum =
            weights.0 * stream.innovation(first) + weights.1 * stream.innovation(first + 1)
            + weights.2 * stream.innovation(first + 2) + weights.3 * stream.innovation(first + 3)
        // Without it the noise would be livelier at the knots than between them.
        let power =
            weights.0 * weights.0 + weights.1 * weights.1 + weights.2 * weights.2
            + weights.3 * weights.3
        return sum / power.squareRoot()
    }
}
