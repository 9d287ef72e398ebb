import Vocabulary

/// How long a running foot stays on the ground.
struct ContactModel: Sendable {
    private var quick: SmoothWander
    private var slow: OrnsteinUhlenbeck
    /// Hours of work, weighted by how hard it is: an hour of all-out running counts as one.
    private var load = 0.0
    /// Growth of contact time, share per hour of all-out running.
    private let fatigue: Double
    private let gain: Float

    /// Milliseconds by which one step a minute more, at the same speed, shortens a contact.
    private static let contactPerStep = 1.0
    /// The same for the quick part of the wander, which the next contacts hardly follow.
    private static let contactPerQuickStep = 1.2
    /// Milliseconds. The deviations of the wander are given for contacts of this length.
    private static let typicalContact = 255.0

    init(athlete: Athlete, draws: Draws, noise: SessionNoise, period: Double) {
        // Contact that follows cadence closely wanders little by itself.
        let level =
            athlete.habits.contact * draws.logNormal(.sessionContactLevel, median: 1, sigma: 0.24)
            / athlete.contact.gain
        quick = SmoothWander(
            timeConstant: 7.1, smoothing: 2, deviation: 0.91 * level, period: period,
            first: noise.first(.contact))
        slow = OrnsteinUhlenbeck(
            timeConstant: 110, deviation: 2.3 * level, period: period,
            first: noise.first(.slowContact))
        fatigue = athlete.contact.fatigue
        gain = Float(athlete.contact.gain)
    }

    /// Advances by one period; returns milliseconds, nil unless running.
    mutating func next(
        _ gait: GaitModel, speed: Double, intensity: Double, roughness: Double,
        at point: SamplePoint
    ) -> Double? {
        load += max(0, intensity - 0.6) / 0.4 * point.seconds / 3600
        slow.advance(by: point.step(.slowContact))
        let quick = quick.next(point.step(.contact)) * roughness
        guard gait.gait == .running else { return nil }
        // The sign differs by athlete: fatigue lengthens most runners' contacts, shortens some's.
        let fatigue = (fatigue * load).clamped(to: -0.06...0.06)
        let share = (quick + slow.value) / Self.typicalContact
        let contact = gait.law.contact(speed: speed)
        let following =
            Self.contactPerStep * (gait.wander - gait.shift)
            + Self.contactPerQuickStep * gait.quickWander
        return GaitLaw.possibleContact(
            contact * (1 + fatigue + share) - Double(gain) * following,
            cadence: gait.cadence)
    }
}
