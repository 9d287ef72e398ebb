import Vocabulary

/// How a body moves.
public enum Gait: String, CaseIterable, Sendable {
    case standing, walking, running
}

/// The gait and the cadence that go with a speed.
struct GaitModel: Sendable {
    let law: GaitLaw
    /// Steps of both feet per minute; 0 while standing.
    private(set) var cadence = 0.0
    /// Steps per minute more than the gait's law gives.
    private(set) var wander = 0.0
    /// Metres per second: cadence and contact answer to speed within some steps, not at once.
    private var settled: FirstOrderLag
    private(set) var gait = Gait.standing
    private var quick: SmoothWander
    private var slow: OrnsteinUhlenbeck

    /// Metres per second between which a runner goes on running and a walker goes on walking.
    private static let walkRunBand = 1.6..<1.8
    /// Steps per minute that a percent of rise adds at the same speed.
    private static let cadencePerGrade = 0.3
    /// Steps per minute of a typical runner, by which a walker's wander is scaled.
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

    mutating func advance(speed: Double, on road: Surroundings, at point: SamplePoint) {
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
