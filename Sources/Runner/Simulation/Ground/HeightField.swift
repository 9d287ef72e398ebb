import Vocabulary

/// A place, in metres east and north of the region's centre.
struct GroundPoint: Equatable, Sendable {
    var east: Double
    var north: Double
}

/// The height of the ground: a pure function of the seed and of coordinates, and so the same for
/// all athletes.
///
/// It is the sum of unevenness, of hills and of ranges, each smooth noise. How high they are
/// depends on the ruggedness of the place, which changes over kilometres: seven tenths of the
/// country are flat, two tenths hilly, and a tenth is what trails lead over.
struct HeightField: Sendable {
    private let stream: RandomStream

    /// The noises that share the stream. The numbers are part of the model.
    private enum Layer {
        static let unevenness: UInt64 = 0
        static let hills: UInt64 = 1
        static let ranges: UInt64 = 2
        static let ruggedness: UInt64 = 3
        static let fineRuggedness: UInt64 = 4
    }

    /// Metres.
    private static let spacing = (unevenness: 150.0, hills: 700.0, ranges: 2600.0)
    private static let ruggednessSpacing = (coarse: 5000.0, fine: 2900.0)
    /// The standard deviation of grade, a share, where the ruggedness is 0, and the exponent by
    /// which it grows with ruggedness. Fitted to the page Realism, section Ground.
    private static let unevenness = (grade: 0.0055, growth: 0.25)
    private static let hills = (grade: 0.0017, growth: 1.5)
    private static let ranges = (grade: 0.0018, growth: 1.95)
    /// Half of the country is less rugged than 0, and 95 % lie within these limits.
    private static let ruggednessLimits = -2.0...2.2

    init(seed: UInt64) {
        stream = RandomStream(seed: seed, lane: -1, purpose: RandomPurpose.ground.rawValue)
    }

    /// Metres above the mean of the region. Some 100 ns.
    func height(at point: GroundPoint) -> Double {
        let ruggedness = ruggedness(at: point)
        return part(Layer.unevenness, Self.spacing.unevenness, Self.unevenness, ruggedness, point)
            + part(Layer.hills, Self.spacing.hills, Self.hills, ruggedness, point)
            + part(Layer.ranges, Self.spacing.ranges, Self.ranges, ruggedness, point)
    }

    /// About standard normal over the country: below 0.52 it is flat, above 1.4 mountainous.
    func ruggedness(at point: GroundPoint) -> Double {
        let coarse = noise(Layer.ruggedness, Self.ruggednessSpacing.coarse, point)
        let fine = noise(Layer.fineRuggedness, Self.ruggednessSpacing.fine, point)
        return ((coarse + fine) / (GradientNoise.deviation * 2.0.squareRoot()))
            .clamped(to: Self.ruggednessLimits)
    }

    private func part(
        _ layer: UInt64, _ spacing: Double, _ law: (grade: Double, growth: Double),
        _ ruggedness: Double, _ point: GroundPoint
    ) -> Double {
        let height = law.grade * spacing / GradientNoise.slope
        return height * Elementary.exp(law.growth * ruggedness) * noise(layer, spacing, point)
    }

    private func noise(_ layer: UInt64, _ spacing: Double, _ point: GroundPoint) -> Double {
        GradientNoise(stream, layer: layer).value(point.east / spacing, point.north / spacing)
    }
}
