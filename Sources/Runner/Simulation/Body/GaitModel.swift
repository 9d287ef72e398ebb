import Vocabulary

/// The three ways of moving.
public enum Gait: String, CaseIterable, Sendable {
    case standing, walking, running
}

/// The gait and the cadence at the present speed.
struct GaitModel: Sendable {
    let law: GaitLaw
    /// Steps of both feet per minute; 0 while standing.
    private(set) var cadence = 0.0
    /// Steps per minute above what the athlete's ``GaitLaw`` gives.
    var wander: Double { slow.value + shift }
    /// The part of the wander that lasts for seconds.
    var shift: Double { quickWander + Double(bump) }
    /// The two parts of ``shift``: contact follows the first and not the second.
    var quickWander: Double { Double(quickShift) }
    private var quickShift: Float = 0
    private var bump: Float = 0
    private(set) var gait = Gait.standing
    private var quick: SmoothWander
    private var slow: OrnsteinUhlenbeck
    private var bumps: BumpTrain
    private var settingOff: SettingOff
    /// Steps per minute that legs which are still cold miss.
    private var stiffness: Float

    /// Metres per second between which a runner keeps running and a walker keeps walking.
    private static let walkRunBand = 1.6..<1.8
    /// Metres per second from which on somebody who sets off from standstill runs. At one sample a
    /// second most do so at once; at higher rates they walk for the first second or two.
    private static let firstRunningStep = 0.82
    /// Steps per minute of a typical runner. Divided by it, a runner's wander scales a walker's.
    static let typicalCadence = 170.0
    /// Seconds that the legs take to get warm.
    private static let warmingTimeConstant = 300.0
    /// The share of speed that a missing step a minute costs while the legs are cold.
    private static let paceOfStiffness = 0.0055
    private static let bumpLaw = BumpLaw(
        shareOfDips: 0.68, dip: 3.8, rise: 4.5, sigma: 0.55, width: 3.7, widthSigma: 0.4,
        greatest: 25)

    init(athlete: Athlete, draws: Draws, noise: SessionNoise, period: Double) {
        law = GaitLaw(athlete)
        let level =
            athlete.habits.cadence * draws.logNormal(.sessionCadenceLevel, median: 1, sigma: 0.2)
        settingOff = SettingOff(draws: draws, period: period)
        stiffness = Float(draws.normal(.stiffness, mean: 1.5, deviation: 4.9).clamped(to: -8...12))
        quick = SmoothWander(
            timeConstant: 2.3, smoothing: 0.85, deviation: 0.94 * level, period: period,
            first: noise.first(.cadence))
        slow = OrnsteinUhlenbeck(
            timeConstant: 250, deviation: 1.7 * level, period: period,
            first: noise.first(.slowCadence))
        bumps = BumpTrain(
            perHour: draws.logNormal(.cadenceBumpRate, median: 25, sigma: 1), noise: noise,
            effect: .cadenceBumps)
    }

    var isHesitating: Bool { settingOff.isHesitating }
    mutating func hesitate(seconds: Double) { settingOff.wait(seconds: seconds) }

    /// The factor by which legs that are still cold lower the wanted speed.
    var speedFactor: Double {
        1 - Self.paceOfStiffness * Double(stiffness)
    }

    /// Advances the wander of cadence by one period.
    mutating func wander(roughness: Double, at point: SamplePoint) {
        slow.advance(by: point.step(.slowCadence))
        quickShift = Float(roughness * quick.next(point.step(.cadence)))
        bump = gait == .running ? Float(bumps.next(Self.bumpLaw, .cadenceBumps, at: point)) : 0
    }

    mutating func advance(speed: Double, on road: Road, at point: SamplePoint) {
        gait = Self.gait(after: gait, speed: speed)
        settingOff.advance(isMoving: gait != .standing)
        if gait == .running {
            stiffness -=
                stiffness
                * Float(
                    FirstOrderLag.share(
                        timeConstant: Self.warmingTimeConstant, period: point.seconds))
        }
        cadence =
            switch gait {
            case .standing: 0
            case .walking:
                GaitLaw.walkingCadence(speed: speed) * (1 + wander / Self.typicalCadence)
            case .running:
                law.runningCadence(
                    speed: speed * road.resistance.gaitFactor,
                    wander: wander + settingOff.cadence - Double(stiffness))
            }
    }

    private static func gait(after gait: Gait, speed: Double) -> Gait {
        guard speed > 0 else { return .standing }
        let threshold =
            switch gait {
            case .standing: firstRunningStep
            case .walking: walkRunBand.upperBound
            case .running: walkRunBand.lowerBound
            }
        return speed >= threshold ? .running : .walking
    }
}

/// How an athlete's cadence and ground contact depend on speed: on level ground, without noise.
public struct GaitLaw: Equatable, Sendable {
    // Single precision: every session keeps one.
    /// Steps per minute at 3 m/s.
    private let cadenceAtThree: Float
    private let cadenceSlope: Float
    /// Milliseconds at 3 m/s.
    private let contactAtThree: Float
    private let contactExponent: Float

    /// With a slope of 8 steps per metre, cadence reproduces Craib et al. (Int J Sports Med 1994)
    /// to half a step per minute. Taller people take fewer steps.
    public init(_ athlete: Athlete) {
        cadenceAtThree = Float(athlete.cadenceAtThree - 70 * (athlete.facts.height - 1.72))
        cadenceSlope = Float(athlete.cadenceSlope)
        contactAtThree = Float(Self.typicalContactAtThree * athlete.contact.factor)
        contactExponent = Float(athlete.contact.exponent)
    }

    /// Steps of both feet per minute of running at `speed` metres per second, plus `wander`.
    public func runningCadence(speed: Double, wander: Double = 0) -> Double {
        (Double(cadenceAtThree) + Double(cadenceSlope) * (speed - 3) + wander).clamped(
            to: 141...215)
    }

    /// Steps per minute of an easy run on level ground.
    func easyCadence(of athlete: Athlete) -> Double {
        Double(cadenceAtThree) + Double(cadenceSlope) * (athlete.easySpeed - 3)
    }

    /// Milliseconds that a running foot is on the ground at `speed` metres per second.
    public func contact(speed: Double) -> Double {
        Double(contactAtThree)
            * Elementary.exp(-Double(contactExponent) * Elementary.log(speed / 3))
    }

    /// Milliseconds: 430 v^-0.478 at 3 m/s. The exponent goes through the end points of Kipp,
    /// Grabowski and Kram (J Exp Biol 2018).
    private static let typicalContactAtThree = 254.33

    /// Steps of both feet per minute of walking at `speed` metres per second.
    public static func walkingCadence(speed: Double) -> Double {
        60 * speed / (0.25 + 0.38 * speed)
    }

    /// `contact`, limited to what running allows: at least 25 ms of flight between two contacts,
    /// and a duty factor, contact over the time of two steps, of at least 0.21.
    public static func possibleContact(_ contact: Double, cadence: Double) -> Double {
        let millisecondsPerStep = 60_000 / cadence
        return contact.clamped(to: 0.42 * millisecondsPerStep...millisecondsPerStep - 25)
    }
}
