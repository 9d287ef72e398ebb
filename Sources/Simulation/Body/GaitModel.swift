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
    private(set) var wander = 0.0
    /// The speed, metres per second, to which cadence and contact have adapted: it takes some
    /// steps.
    private var settled: FirstOrderLag
    private(set) var gait = Gait.standing
    private var quick: SmoothWander
    private var slow: OrnsteinUhlenbeck

    /// Metres per second between which a runner keeps running and a walker keeps walking.
    private static let walkRunBand = 1.6..<1.8
    /// Steps per minute that one percent of grade adds at the same speed.
    private static let cadencePerGrade = 0.3
    /// Steps per minute of a typical runner. Divided by it, a runner's wander scales a walker's.
    private static let typicalCadence = 170.0

    init(athlete: Athlete, draws: Draws, noise: SessionNoise, period: Double) {
        law = GaitLaw(athlete)
        let level =
            athlete.habits.cadence * draws.logNormal(.sessionCadenceLevel, median: 1, sigma: 0.25)
        settled = FirstOrderLag(timeConstant: 2, period: period)
        quick = SmoothWander(
            timeConstant: 2.6, smoothing: 1, deviation: 1.2 * level, period: period,
            first: noise.first(.cadence))
        slow = OrnsteinUhlenbeck(
            timeConstant: 150, deviation: 1.9 * level, period: period,
            first: noise.first(.slowCadence))
    }

    var settledSpeed: Double { settled.value }

    mutating func advance(speed: Double, on road: Road, at point: SamplePoint) {
        let before = gait
        gait = Self.gait(after: before, speed: speed)
        if gait == before { settled.follow(speed) } else { settled.value = speed }
        slow.advance(by: point.step(.slowCadence))
        wander = road.roughness * quick.next(point.step(.cadence)) + slow.value
        cadence =
            switch gait {
            case .standing: 0
            case .walking:
                GaitLaw.walkingCadence(speed: speed) * (1 + wander / Self.typicalCadence)
            case .running:
                law.runningCadence(
                    speed: settled.value, wander: wander + Self.cadencePerGrade * road.grade)
            }
    }

    private static func gait(after gait: Gait, speed: Double) -> Gait {
        guard speed > 0 else { return .standing }
        let threshold = gait == .running ? walkRunBand.lowerBound : walkRunBand.upperBound
        return speed >= threshold ? .running : .walking
    }
}

/// How an athlete's cadence and ground contact depend on speed: on level ground, without noise.
public struct GaitLaw: Equatable, Sendable {
    /// Steps per minute at 3 m/s.
    private let cadenceAtThree: Double
    private let cadenceSlope: Double
    /// Milliseconds at 3 m/s.
    private let contactAtThree: Double
    private let contactExponent: Double

    /// With a slope of 8 steps per metre, cadence reproduces Craib et al. (Int J Sports Med 1994)
    /// to half a step per minute. Taller people take fewer steps.
    public init(_ athlete: Athlete) {
        cadenceAtThree = athlete.cadenceAtThree - 70 * (athlete.facts.height - 1.72)
        cadenceSlope = athlete.cadenceSlope
        contactAtThree = Self.typicalContactAtThree * athlete.contactFactor
        contactExponent = athlete.contactExponent
    }

    /// Steps of both feet per minute of running at `speed` metres per second, plus `wander`.
    public func runningCadence(speed: Double, wander: Double = 0) -> Double {
        (cadenceAtThree + cadenceSlope * (speed - 3) + wander).clamped(to: 135...215)
    }

    /// Milliseconds that a running foot is on the ground at `speed` metres per second.
    public func contact(speed: Double) -> Double {
        contactAtThree * Elementary.exp(-contactExponent * Elementary.log(speed / 3))
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
