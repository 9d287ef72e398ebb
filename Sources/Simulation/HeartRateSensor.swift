import Vocabulary

/// What a sensor reads of heart rate: the body's wander and the sensor's own scatter.
///
/// Wander shrinks with effort (Hunt and Saengsuwan, BioMed Eng OnLine 2018).
struct HeartRateSensor: Sendable {
    private var wander: OrnsteinUhlenbeck
    private let wanderStream: RandomStream
    private let scatterStream: RandomStream
    private let resting: Double
    private let maximal: Double

    /// Beats per minute.
    private static let scatter = 0.4

    init(athlete: Athlete, draws: Draws, period: Double) {
        wanderStream = draws.stream(.heartRateWander)
        scatterStream = draws.stream(.heartRateScatter)
        let level = draws.logNormal(.heartRateLevel, median: 1, sigma: 0.3).clamped(to: 0.5...1.6)
        wander = OrnsteinUhlenbeck(
            timeConstant: 25, deviation: level, period: period, first: wanderStream.normal(0))
        resting = Double(athlete.restingHeartRate)
        maximal = Double(athlete.maximalHeartRate)
    }

    /// Beats per minute, within 5 below rest and 3 above the maximum.
    mutating func read(_ heartRate: Double, place: UInt64) -> Double {
        wander.advance(by: wanderStream.innovation(place))
        let reserveUsed = (heartRate - resting) / (maximal - resting)
        let deviation = 2.5 - 1.5 * ((reserveUsed - 0.3) / 0.6).clamped(to: 0...1)
        let scatter = Self.scatter * scatterStream.innovation(place)
        return (heartRate + deviation * wander.value + scatter)
            .clamped(to: resting - 5...maximal + 3)
    }
}
