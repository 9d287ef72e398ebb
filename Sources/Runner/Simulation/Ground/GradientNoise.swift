import Vocabulary

/// Smooth noise over the plane: a random slope at each point of a square lattice, and smooth
/// between them (Perlin, "An image synthesizer", SIGGRAPH 1985, with the weights of "Improving
/// noise", SIGGRAPH 2002).
///
/// It is 0 at the points of its lattice. Its standard deviation is ``deviation``, and that of its
/// slope along any straight line ``slope``, both in units of the lattice's spacing.
struct GradientNoise: Sendable {
    private let stream: RandomStream
    private let layer: UInt64

    static let deviation = 0.216
    static let slope = 0.624

    /// - Parameter layer: tells apart the noises that share a stream, 0...255.
    init(_ stream: RandomStream, layer: UInt64) {
        self.stream = stream
        self.layer = layer
    }

    /// The noise at a point, in units of the spacing, each coordinate within ±2^27.
    func value(_ x: Double, _ y: Double) -> Double {
        let (column, row) = (x.rounded(.down), y.rounded(.down))
        let (i, j) = (Int64(column), Int64(row))
        let (right, up) = (x - column, y - row)
        let across = Self.weight(right)
        let low =
            (1 - across) * gradient(i, j, right, up) + across * gradient(i + 1, j, right - 1, up)
        let high =
            (1 - across) * gradient(i, j + 1, right, up - 1)
            + across * gradient(i + 1, j + 1, right - 1, up - 1)
        let upwards = Self.weight(up)
        return (1 - upwards) * low + upwards * high
    }

    /// What the slope at a lattice point makes of the way from there.
    private func gradient(_ i: Int64, _ j: Int64, _ x: Double, _ y: Double) -> Double {
        let cell = UInt64(bitPattern: i) & 0xFFF_FFFF | (UInt64(bitPattern: j) & 0xFFF_FFFF) << 28
        let direction = Int(truncatingIfNeeded: stream.bits(layer << 56 | cell) >> 60)
        let slope = Self.directions[direction]
        return slope.x * x + slope.y * y
    }

    /// From 0 at 0 to 1 at 1, with a first and a second derivative of 0 at both.
    private static func weight(_ t: Double) -> Double { t * t * t * (t * (t * 6 - 15) + 10) }

    /// Sixteen unit vectors, evenly spaced.
    private static let directions: [16 of Direction] = [
        Direction(1, 0), Direction(far, near), Direction(half, half), Direction(near, far),
        Direction(0, 1), Direction(-near, far), Direction(-half, half), Direction(-far, near),
        Direction(-1, 0), Direction(-far, -near), Direction(-half, -half), Direction(-near, -far),
        Direction(0, -1), Direction(near, -far), Direction(half, -half), Direction(far, -near),
    ]
    private static let far = 0.92387953251128674
    private static let half = 0.70710678118654752
    private static let near = 0.38268343236508977
}

/// A vector of length 1.
private struct Direction: Sendable {
    let x: Double
    let y: Double

    init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}
