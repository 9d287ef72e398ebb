import Vocabulary

/// An athlete's body in one session, period by period.
struct Body: Sendable {
    private(set) var state: BodyState
    private var speed: SpeedModel
    private var gait: GaitModel
    private var contact: ContactModel
    private var heart: HeartRateModel
    private var energy: EnergyModel
    private let speedAtFullIntensity: Double
    private let period: Double

    init(athlete: Athlete, draws: Draws, rate: SampleRate) {
        period = rate.period.seconds
        speed = SpeedModel(athlete: athlete, draws: draws, period: period)
        gait = GaitModel(draws: draws, period: period)
        contact = ContactModel(draws: draws, period: period)
        heart = HeartRateModel(
            athlete: athlete, start: Self.startingHeartRate(athlete, draws),
            samplesPerSecond: rate.hertz)
        energy = EnergyModel(athlete: athlete)
        speedAtFullIntensity = athlete.speedAtFullIntensity
        state = BodyState(heartRate: heart.heartRate)
    }

    /// Runners who are about to start stand at 90 bpm rather than at rest.
    private static func startingHeartRate(_ athlete: Athlete, _ draws: Draws) -> Double {
        let resting = Double(athlete.restingHeartRate)
        let drawn = draws.uniform(.startingHeartRate, in: 75...105)
        return max(drawn, resting + 8)
    }

    /// Goes on by one period; `place` counts the samples of the session from 1.
    mutating func advance(_ demand: PlanDemand, athlete: Athlete, place: UInt64) {
        let speed = speed.next(
            wanted: demand.intensity * speedAtFullIntensity, pacingFactor: demand.pacingFactor,
            place: place)
        gait.advance(speed: speed, athlete: athlete, place: place)
        let intensity = energy.intensity(speed: speed, gait: gait.gait)
        heart.advance(intensity: intensity)
        energy.add(distance: speed * period, gait: gait.gait)
        state.gait = gait.gait
        state.speed = speed
        state.cadence = gait.cadence
        state.contact = contact.next(
            gait: gait, intensity: intensity, athlete: athlete, place: place)
        state.heartRate = heart.heartRate
        state.intensity = intensity
        state.distance += speed * period
        state.stepPhase += gait.cadence / 60 * period
        state.energy = energy.total
    }
}
