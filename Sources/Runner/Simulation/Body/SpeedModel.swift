import Vocabulary

/// The speed of an athlete who wants to run at a given speed. It lags, and acceleration and braking
/// are limited.
struct SpeedModel: Sendable {
    /// Metres per second; 0 at standstill.
    private(set) var speed = 0.0
    private var moving = 0.0
    private let share: Float

    /// Metres per second below which an athlete stands.
    private static let standstill = 0.3
    /// Metres per second squared.
    private static let greatestAcceleration = 1.9
    private static let greatestBraking = 1.7

    init(period: Double) {
        share = Float(1 - Elementary.exp(-period / 1.4))
    }

    /// Advances by one period towards `wanted` metres per second.
    mutating func advance(towards wanted: Double, at point: SamplePoint) {
        let change = (wanted - moving) * Double(share)
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
    private var bumps: BumpTrain
    private let bumpLevel: Float
    /// A factor of the deviation, 0.6...1: hard work is paced more evenly.
    private var calm: Float = 1

    private static let calmingTimeConstant = 20.0
    private static let calmInWork: Float = 0.6
    private static let limits = -0.5...0.4
    /// Uneven runners have higher bumps, by this exponent of the level of pacing.
    private static let bumpsOfLevel = 0.66
    /// The share of a bump that follows the roughness of the road.
    private static let bumpsOfRoughness = 0.68
    private static let bumpLaw = BumpLaw(
        shareOfDips: 0.6, dip: 0.12, rise: 0.061, sigma: 1, width: 4.2, widthSigma: 0.6,
        greatest: 0.38)

    init(athlete: Athlete, draws: Draws, noise: SessionNoise, period: Double) {
        let level = Self.level(athlete, draws)
        bumpLevel = Float(Elementary.exp(Self.bumpsOfLevel * Elementary.log(level)))
        slow = OrnsteinUhlenbeck(
            timeConstant: 350, deviation: 0.016 * level, period: period,
            first: noise.first(.slowPacing))
        quick = SmoothWander(
            timeConstant: 42, smoothing: 5, deviation: 0.0043 * level, period: period,
            first: noise.first(.pacing))
        bumps = BumpTrain(
            perHour: min(draws.logNormal(.speedBumpRate, median: 18, sigma: 0.54), 45),
            noise: noise, effect: .speedBumps)
    }

    /// How uneven the pace is in this session, in relation to a typical one.
    static func level(_ athlete: Athlete, _ draws: Draws) -> Double {
        athlete.habits.pacing * draws.logNormal(.sessionPacingLevel, median: 1, sigma: 0.36)
    }

    /// Advances by one period; returns the deviation as a share of the wanted speed.
    mutating func next(_ part: PlanPart, roughness: Double, at point: SamplePoint) -> Double {
        let calming = FirstOrderLag.share(
            timeConstant: Self.calmingTimeConstant, period: point.seconds)
        calm += ((part == .work ? Self.calmInWork : 1) - calm) * Float(calming)
        slow.advance(by: point.step(.slowPacing))
        let quick = quick.next(point.step(.pacing)) * roughness * roughness
        let bump =
            Double(bumpLevel) * (1 + Self.bumpsOfRoughness * (roughness - 1))
            * bumps.next(Self.bumpLaw, .speedBumps, at: point)
        return (Double(calm) * (slow.value + quick) + bump).clamped(to: Self.limits)
    }
}
