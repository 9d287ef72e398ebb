import Vocabulary

/// How a body moves.
package enum Gait: String, CaseIterable, Sendable {
    case standing, walking, running
}

/// The gait and the cadence that go with a speed.
struct GaitModel: Sendable {
    private(set) var gait = Gait.standing
    /// Steps of both feet per minute; 0 while standing.
    private(set) var cadence = 0.0
    /// Metres per second: cadence and contact answer to speed within some steps, not at once.
    private var settled: FirstOrderLag
    private var wander: LayeredNoise<3>

    /// Metres per second between which a runner goes on running and a walker goes on walking.
    private static let walkRunBand = 1.9..<2.1

    init(draws: Draws, period: Double) {
        settled = FirstOrderLag(timeConstant: 6, period: period)
        wander = LayeredNoise(
            timeConstants: [3, 15, 75], deviation: 0.006, period: period,
            stream: draws.stream(.cadenceWander))
    }

    var settledSpeed: Double { settled.value }

    mutating func advance(speed: Double, athlete: Athlete, place: UInt64) {
        let before = gait
        gait = Self.gait(after: before, speed: speed)
        if gait == before { settled.follow(speed) } else { settled.value = speed }
        let factor = 1 + wander.next(place)
        cadence =
            switch gait {
            case .standing: 0
            case .walking: GaitLaw.walkingCadence(speed: speed) * factor
            case .running:
                GaitLaw.runningCadence(speed: settled.value, athlete: athlete) * factor
            }
    }

    private static func gait(after gait: Gait, speed: Double) -> Gait {
        guard speed > 0 else { return .standing }
        let threshold = gait == .running ? walkRunBand.lowerBound : walkRunBand.upperBound
        return speed >= threshold ? .running : .walking
    }
}
