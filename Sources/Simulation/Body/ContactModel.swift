import Vocabulary

/// How long a running foot stays on the ground.
struct ContactModel: Sendable {
    private var quick: SmoothWander
    private var slow: OrnsteinUhlenbeck
    /// Hours of work, weighted by how hard it is: an hour of all-out running counts as one.
    private var load = 0.0
    /// Growth of contact time, share per hour of all-out running.
    private let fatigue: Double

    /// Milliseconds by which one step a minute more, at the same speed, shortens a contact.
    private static let contactPerStep = 1.2
    /// Milliseconds. The deviations of the wander are given for contacts of this length.
    private static let typicalContact = 255.0

    init(athlete: Athlete, draws: Draws, noise: SessionNoise, period: Double) {
        let level =
            athlete.habits.contact * draws.logNormal(.sessionContactLevel, median: 1, sigma: 0.2)
        quick = SmoothWander(
            timeConstant: 6, smoothing: 1.2, deviation: 2.9 * level, period: period,
            first: noise.first(.contact))
        slow = OrnsteinUhlenbeck(
            timeConstant: 120, deviation: 4.2 * level, period: period,
            first: noise.first(.slowContact))
        fatigue = athlete.contactFatigue
    }

    /// Advances by one period; returns milliseconds, nil unless running.
    mutating func next(
        _ gait: GaitModel, intensity: Double, roughness: Double, at point: SamplePoint
    ) -> Double? {
        load += max(0, intensity - 0.6) / 0.4 * point.seconds / 3600
        slow.advance(by: point.step(.slowContact))
        let quick = quick.next(point.step(.contact)) * roughness * roughness
        guard gait.gait == .running else { return nil }
        // The sign differs by athlete: fatigue lengthens most runners' contacts, shortens some's.
        let fatigue = (fatigue * load).clamped(to: -0.06...0.06)
        let share = (quick + slow.value) / Self.typicalContact
        let contact = gait.law.contact(speed: gait.settledSpeed)
        return GaitLaw.possibleContact(
            contact * (1 + fatigue + share) - Self.contactPerStep * gait.wander,
            cadence: gait.cadence)
    }
}
