import Vocabulary

/// The speed of an athlete who wants to run at a given speed. It lags, and acceleration and braking
/// are limited.
struct SpeedModel: Sendable {
    /// Metres per second; 0 at standstill.
    private(set) var speed = 0.0
    private var moving = 0.0
    private let share: Float
    /// Metres per second squared until the run has begun; then ``greatestAcceleration``.
    private var launch: Float

    /// Metres per second from which on the run has begun.
    private static let underWay = 1.8
    /// Metres per second below which an athlete stands.
    private static let standstill = 0.3
    /// Metres per second squared.
    private static let greatestAcceleration: Float = 1.9
    private static let greatestBraking = 1.7

    init(draws: Draws, period: Double) {
        launch = min(
            Float(draws.logNormal(.launch, median: 1.4, sigma: 0.64)), Self.greatestAcceleration)
        share = Float(1 - Elementary.exp(-period / 1.4))
    }

    /// Advances by one period towards `wanted` metres per second.
    mutating func advance(towards wanted: Double, at point: SamplePoint) {
        let change = (wanted - moving) * Double(share)
        moving += change.clamped(
            to: -Self.greatestBraking * point.seconds...Double(launch) * point.seconds)
        if moving > Self.underWay { launch = Self.greatestAcceleration }
        let isStanding = moving < Self.standstill && wanted < Self.standstill
        speed = isStanding ? 0 : moving
        if isStanding, wanted == 0 { moving = 0 }
    }
}

/// The deviation of a runner's speed from the wanted one.
struct Pacing: Sendable {
    private var wander: OrnsteinUhlenbeck
    private var bumps: BumpTrain
    private let bumpLevel: Float
    /// A factor of the deviation, 0.6...1: hard work is paced more evenly.
    private var calm: Float = 1

    private static let calmingTimeConstant = 20.0
    private static let calmInWork: Float = 0.6
    private static let limits = -0.5...0.4
    /// Uneven runners have higher bumps, by this exponent of the level of pacing.
    private static let bumpsOfLevel = 0.71
    /// The share of a bump that follows the roughness of the road.
    private static let bumpsOfRoughness = 0.38
    private static let bumpLaw = BumpLaw(
        shareOfDips: 0.63, dip: 0.16, rise: 0.079, sigma: 0.81, width: 4.1, widthSigma: 0.34,
        greatest: 0.38)
    /// Shares of the speed that a common kerb and a bend all the way back take.
    private static let kerb = 0.0076
    private static let kerbSigma = 0.8
    private static let bend = 0.0059

    init(athlete: Athlete, draws: Draws, noise: SessionNoise, period: Double) {
        let level = Self.level(athlete, draws)
        bumpLevel = Float(Elementary.exp(Self.bumpsOfLevel * Elementary.log(level)))
        wander = OrnsteinUhlenbeck(
            timeConstant: 240, deviation: 0.02 * level, period: period,
            first: noise.first(.pacing))
        bumps = BumpTrain(
            perHour: min(draws.logNormal(.speedBumpRate, median: 18, sigma: 0.54), 45),
            noise: noise, effect: .speedBumps)
    }

    /// How uneven the pace is in this session, in relation to a typical one.
    static func level(_ athlete: Athlete, _ draws: Draws) -> Double {
        athlete.habits.pacing * draws.logNormal(.sessionPacingLevel, median: 1, sigma: 0.38)
    }

    /// A kerb or a bend: a dip of its own height behind the corner.
    mutating func pass(_ corner: Corner, at point: SamplePoint) {
        let kerb = Self.kerb * Elementary.exp(Self.kerbSigma * corner.kerb)
        bumps.dip(by: min(kerb + Self.bend * corner.sharpness, Self.bumpLaw.greatest), Self.bumpLaw)
    }

    /// Advances by one period; returns the deviation as a share of the wanted speed.
    mutating func next(_ part: PlanPart, roughness: Double, at point: SamplePoint) -> Double {
        let calming = FirstOrderLag.share(
            timeConstant: Self.calmingTimeConstant, period: point.seconds)
        calm += ((part == .work ? Self.calmInWork : 1) - calm) * Float(calming)
        wander.advance(by: point.step(.pacing))
        let bump =
            Double(bumpLevel) * (1 + Self.bumpsOfRoughness * (roughness - 1))
            * bumps.next(Self.bumpLaw, .speedBumps, at: point)
        return (Double(calm) * wander.value + bump).clamped(to: Self.limits)
    }
}
