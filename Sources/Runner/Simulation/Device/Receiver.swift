import Vocabulary

/// The error of a satellite receiver's position in one session.
///
/// It is the sum of what changes over minutes (satellites, air), of what changes over seconds, and
/// of what the walls of a built-up place reflect, which is the same whenever somebody comes by.
/// Any second can be computed without those before it. Speed does not come from it: receivers
/// measure speed by itself, from the carrier's frequency.
struct Receiver {
    private let stream: RandomStream
    /// The ground's, for what stands on it.
    private let ground: RandomStream
    private let level: Double
    /// Seconds after the session's start until there is a position.
    private let firstFix: Double

    /// Metres in each direction, and seconds from knot to knot.
    private static let slow = (deviation: 1.6, spacing: 70.0)
    private static let quick = (deviation: 0.25, spacing: 9.0)
    /// How much larger the error of a new fix is, and the seconds in which it settles.
    private static let opening = (share: 2.5, seconds: 25.0)
    /// How much larger the error is just after a loss of all satellites.
    private static let poorShare = 4.0
    /// Built-up places: metres from one to another, from which value of the noise on, and the
    /// metres by which their walls lead astray.
    private static let town = (spacing: 900.0, from: 0.12, metres: 30.0, wall: 110.0)

    init(_ draws: Draws) {
        stream = draws.stream(.positionError)
        ground = RandomStream(
            seed: draws.seed, lane: -1, purpose: RandomPurpose.buildings.rawValue)
        level = draws.logNormal(.positionErrorLevel, median: 1, sigma: 0.4)
        let drawn = draws.logNormal(.firstFix, median: 1.6, sigma: 1.1)
        firstFix = min(drawn.rounded(.down), 45)
    }

    /// Metres east and north of `point`; nil before the first fix.
    ///
    /// - Parameters:
    ///   - seconds: since the session's start.
    ///   - poorness: 1 just after all satellites were lost, 0 when all are found again.
    func error(after seconds: Double, poorness: Double, at point: GroundPoint) -> GroundPoint? {
        guard seconds > firstFix else { return nil }
        let size = size(after: seconds, poorness: poorness)
        let astray = astray(at: point)
        return GroundPoint(
            east: size * wander(0, seconds) + astray.east,
            north: size * wander(2, seconds) + astray.north)
    }

    /// Metres in each direction: the deviation of the error as far as the receiver can know it,
    /// which is all but what walls reflect. Parameters are those of ``error(after:poorness:at:)``.
    func deviation(after seconds: Double, poorness: Double) -> Double {
        let (slow, quick) = (Self.slow.deviation, Self.quick.deviation)
        return size(after: seconds, poorness: poorness) * (slow * slow + quick * quick).squareRoot()
    }

    private func size(after seconds: Double, poorness: Double) -> Double {
        let opening = Self.opening.share * Elementary.exp(-seconds / Self.opening.seconds)
        return level * (1 + opening + Self.poorShare * poorness)
    }

    private func wander(_ layer: UInt64, _ seconds: Double) -> Double {
        let slow = KnotNoise(stream, layer: layer, spacing: Self.slow.spacing)
        let quick = KnotNoise(stream, layer: layer + 1, spacing: Self.quick.spacing)
        return Self.slow.deviation * slow.value(at: seconds)
            + Self.quick.deviation * quick.value(at: seconds)
    }

    private func astray(at point: GroundPoint) -> GroundPoint {
        func noise(_ layer: UInt64, _ spacing: Double) -> Double {
            GradientNoise(ground, layer: layer).value(point.east / spacing, point.north / spacing)
        }
        let density = noise(0, Self.town.spacing) - Self.town.from
        guard density > 0 else { return GroundPoint(east: 0, north: 0) }
        let metres = Self.town.metres * density
        return GroundPoint(
            east: metres * noise(1, Self.town.wall) / GradientNoise.deviation,
            north: metres * noise(2, Self.town.wall) / GradientNoise.deviation)
    }
}
