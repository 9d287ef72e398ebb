import Vocabulary

/// What a satellite receiver reads of speed: smoothed, with an error that lasts for seconds.
struct SpeedSensor: Sendable {
    private var smooth: FirstOrderLag
    private var error: OrnsteinUhlenbeck
    private let stream: RandomStream

    init(draws: Draws, period: Double) {
        stream = draws.stream(.speedError)
        smooth = FirstOrderLag(timeConstant: 2, period: period)
        let level = draws.logNormal(.speedLevel, median: 0.07, sigma: 0.4).clamped(to: 0.02...0.15)
        error = OrnsteinUhlenbeck(
            timeConstant: 8, deviation: level, period: period, first: stream.normal(0))
    }

    /// Metres per second; 0 at standstill, which a receiver recognises.
    mutating func read(_ speed: Double, place: UInt64) -> Double {
        error.advance(by: stream.innovation(place))
        guard speed > 0 else {
            smooth.value = 0
            return 0
        }
        smooth.follow(speed)
        return max(0, smooth.value + error.value)
    }
}
