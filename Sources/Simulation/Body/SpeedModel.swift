import Vocabulary

/// The speed of an athlete who wants to run at a given speed. It lags, and acceleration and braking
/// are limited.
struct SpeedModel: Sendable {
    /// Metres per second; 0 at standstill.
    private(set) var speed = 0.0
    private var moving = 0.0
    private let agileShare: Float
    private let steadyShare: Float

    /// Metres per second below which an athlete stands.
    private static let standstill = 0.3
    /// Metres per second below which a runner accelerates with the shorter time constant of a
    /// start.
    private static let startingOff = 1.8
    /// Metres per second squared.
    private static let greatestAcceleration = 1.2
    private static let greatestBraking = 1.7

    init(period: Double) {
        agileShare = Float(1 - Elementary.exp(-period / 1.2))
        steadyShare = Float(1 - Elementary.exp(-period / 2))
    }

    /// Advances by one period towards `wanted` metres per second.
    mutating func advance(towards wanted: Double, at point: SamplePoint) {
        let isAgile = wanted < Self.standstill || moving < Self.startingOff
        let change = (wanted - moving) * Double(isAgile ? agileShare : steadyShare)
        moving += change.clamped(
            to: -Self.greatestBraking * point.seconds...Self.greatestAcceleration * point.seconds)
        let isStanding = moving < Self.standstill && wanted < Self.standstill
        speed = isStanding ? 0 : moving
        if isStanding, wanted == 0 { moving = 0 }
    }
}

/// The deviation of a runner's speed from the wanted one.
struct Pacing: Sendable {
    private var slow: OrnsteinUhlenbeck
    private var quick: SmoothWander
    /// A factor of the deviation, 0.6...1: hard work is paced more evenly.
    private var calm = 1.0

    private static let calmingTimeConstant = 20.0
    private static let calmInWork = 0.6
    private static let limits = -0.35...0.35

    init(athlete: Athlete, draws: Draws, noise: SessionNoise, period: Double) {
        let level =
            athlete.habits.pacing * draws.logNormal(.sessionPacingLevel, median: 1, sigma: 0.5)
        slow = OrnsteinUhlenbeck(
            timeConstant: 350, deviation: 0.021 * level, period: period,
            first: noise.first(.slowPacing))
        quick = SmoothWander(
            timeConstant: 40, smoothing: 5, deviation: 0.008 * level, period: period,
            first: noise.first(.pacing))
    }

    /// Advances by one period; returns the deviation as a share of the wanted speed.
    mutating func next(_ part: PlanPart, roughness: Double, at point: SamplePoint) -> Double {
        let calming = FirstOrderLag.share(
            timeConstant: Self.calmingTimeConstant, period: point.seconds)
        calm += ((part == .work ? Self.calmInWork : 1) - calm) * calming
        slow.advance(by: point.step(.slowPacing))
        let quick = quick.next(point.step(.pacing)) * roughness * roughness
        return (calm * (slow.value + quick)).clamped(to: Self.limits)
    }
}
