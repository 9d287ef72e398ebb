import Vocabulary

/// What slows a runner besides the grade: wind, soft ground, the surface of a path.
///
/// It changes over some two minutes, and more on a rough road. Runners yield to it and keep
/// their effort, so that speed changes where the heart hardly does.
struct Resistance: Sendable {
    /// The energy that it takes, a share of that on firm ground without wind; the wind in the back
    /// gives some.
    private var share: Float = 0
    private var wander: SmoothWander

    private static let limits = -0.25...0.25
    /// How far runners yield: 0 keeps the speed, 1 the effort.
    private static let yield = 0.92
    /// The share of the lost speed that cadence and contact do not follow: against the wind a
    /// runner shortens the stride.
    private static let keptInGait = 0.45

    /// - Parameter isIndoors: without wind, and on a firm floor.
    init(isIndoors: Bool, draws: Draws, noise: SessionNoise, period: Double) {
        wander = SmoothWander(
            timeConstant: 110, smoothing: 8.3,
            deviation: isIndoors ? 0 : draws.logNormal(.windiness, median: 0.039, sigma: 0.47),
            period: period, first: noise.first(.resistance))
    }

    /// Advances by one period.
    mutating func advance(roughness: Double, at point: SamplePoint) {
        share = Float(
            (roughness * wander.next(point.step(.resistance))).clamped(to: Self.limits))
    }

    /// The energy of running, relative to firm ground without wind.
    var cost: Double { 1 + Double(share) }

    /// The factor by which an athlete runs slower, or faster with the wind.
    var speedFactor: Double { 1 / (1 + Self.yield * Double(share)) }

    /// The factor that makes of the speed the one that cadence and contact go with.
    var gaitFactor: Double { 1 + Self.keptInGait * Double(share) }
}
