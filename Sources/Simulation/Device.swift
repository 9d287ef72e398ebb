import Vocabulary

/// What an athlete wears: it reads the body and rounds to the metrics' decimal places.
struct Device: Sendable {
    private var heartRate: HeartRateSensor
    private var speed: SpeedSensor
    private let cadence: CadenceSensor
    private let stride: StrideSensor
    private let contact: ContactSensor

    init(athlete: Athlete, draws: Draws, period: Double) {
        heartRate = HeartRateSensor(athlete: athlete, draws: draws, period: period)
        speed = SpeedSensor(draws: draws, period: period)
        cadence = CadenceSensor(draws: draws)
        stride = StrideSensor(draws: draws)
        contact = ContactSensor(draws: draws)
    }

    /// The sample of `body`; `place` counts the samples of the session from 1.
    ///
    /// Totals are the body's own, so that they never shrink.
    mutating func sample(of body: BodyState, place: UInt64) -> Sample {
        let speed = speed.read(body.speed, place: place)
        let cadence = cadence.read(body.cadence, place: place)
        let stride = stride.read(speed: speed, cadence: cadence, place: place)
        let contact = contact.read(body.contact, place: place)
        let heartRate = heartRate.read(body.heartRate, place: place)
        var sample = Sample()
        sample[.heartRate] = Metric.heartRate.quantized(heartRate)
        sample[.speed] = Metric.speed.quantized(speed)
        sample[.cadence] = Metric.cadence.quantized(cadence)
        sample[.stride] = stride.map(Metric.stride.quantized)
        sample[.contact] = contact.map(Metric.contact.quantized)
        sample[.distance] = Metric.distance.quantized(body.distance)
        sample[.steps] = body.steps
        sample[.energy] = Metric.energy.quantized(body.energy)
        return sample
    }
}
