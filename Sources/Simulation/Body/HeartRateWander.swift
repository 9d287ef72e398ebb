import Vocabulary

/// What the heart does besides answering to effort: breathing, posture, thoughts.
///
/// It wanders on three scales. Runners whom a controller holds at one heart rate deviate by 2 bpm
/// (Wang and Hunt, BioMed Eng OnLine 2021).
struct HeartRateWander: Sendable {
    private var quick: SmoothWander
    private var medium: OrnsteinUhlenbeck
    private var slow: OrnsteinUhlenbeck

    /// Beats per minute.
    private static let limits = -20.0...20

    init(athlete: Athlete, draws: Draws, noise: SessionNoise, period: Double) {
        let level =
            athlete.habits.heartRate
            * draws.logNormal(.sessionHeartRateLevel, median: 1, sigma: 0.2)
        quick = SmoothWander(
            timeConstant: 9, smoothing: 3.5, deviation: level, period: period,
            first: noise.first(.heartRate))
        medium = OrnsteinUhlenbeck(
            timeConstant: 40, deviation: 1.3 * level, period: period,
            first: noise.first(.mediumHeartRate))
        slow = OrnsteinUhlenbeck(
            timeConstant: 250, deviation: 1.9 * level, period: period,
            first: noise.first(.slowHeartRate))
    }

    /// Beats per minute after one more period.
    mutating func next(roughness: Double, at point: SamplePoint) -> Double {
        medium.advance(by: point.step(.mediumHeartRate))
        slow.advance(by: point.step(.slowHeartRate))
        let quick = quick.next(point.step(.heartRate))
        return (roughness * (quick + medium.value) + slow.value).clamped(to: Self.limits)
    }
}
