import Vocabulary

/// How long a running foot stays on the ground.
struct ContactModel: Sendable {
    private var wander: OrnsteinUhlenbeck
    private let wanderStream: RandomStream
    private let scatterStream: RandomStream
    /// Hours of work, counted by how hard it is.
    private var load = 0.0
    private let periodHours: Double

    /// Standard deviation of what steps differ by at the same speed, share: half of it lasts about
    /// ten seconds, half is the mean of the few steps in a second.
    private static let deviation = 0.01

    init(draws: Draws, period: Double) {
        wanderStream = draws.stream(.contactWander)
        scatterStream = draws.stream(.contactScatter)
        wander = OrnsteinUhlenbeck(
            timeConstant: 10, deviation: Self.deviation, period: period,
            first: wanderStream.normal(0))
        periodHours = period / 3600
    }

    /// Milliseconds after one more period; absent unless running.
    mutating func next(
        gait: GaitModel, intensity: Double, athlete: Athlete, place: UInt64
    ) -> Double? {
        load += max(0, intensity - 0.6) / 0.4 * periodHours
        wander.advance(by: wanderStream.innovation(place))
        guard gait.gait == .running else { return nil }
        // The sign is the athlete's: contacts grow longer in most who tire, shorter in some.
        let fatigue = (athlete.contactFatigue * load).clamped(to: -0.06...0.06)
        let scatter = wander.value + Self.deviation * scatterStream.innovation(place)
        let contact = GaitLaw.contact(speed: gait.settledSpeed, athlete: athlete)
        return GaitLaw.possibleContact(
            contact * (1 + fatigue) * (1 + scatter), cadence: gait.cadence)
    }
}
