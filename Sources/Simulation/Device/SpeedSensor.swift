import Vocabulary

/// What a satellite receiver reads of speed: smoothed twice, with an error that lasts for seconds.
struct SpeedSensor: Sendable {
    private var first: FirstOrderLag
    /// Whether a poor fix reads too much or too little; it stays so while the fix is poor.
    private var poorSign: Float = 0
    /// Follows the first filter with the same time constant.
    private var second = 0.0
    private var error: SmoothWander

    /// Metres per second of the smoothed speed up to which a receiver says that it stands.
    private static let standstill = 0.4
    /// Share of the speed by which a receiver errs at most that has only just found its satellites.
    private static let greatestFirstError = 0.4

    init(draws: Draws, noise: SessionNoise, period: Double) {
        let smoothing = draws.logNormal(.speedSmoothing, median: 1.5, sigma: 0.6)
        first = FirstOrderLag(timeConstant: smoothing, period: period)
        error = SmoothWander(
            timeConstant: 4, smoothing: 2,
            deviation: draws.logNormal(.speedErrorLevel, median: 0.01, sigma: 0.9),
            period: period, first: noise.first(.speedError))
    }

    /// The share of the way that each of the two filters goes in a period.
    var smoothing: Float { first.share }

    /// Metres per second; 0 at standstill, which a receiver recognises when the reading has run
    /// down.
    ///
    /// - Parameters:
    ///   - poorness: how new and poor the fix is, 0...1.
    ///   - step: of mean 0 and deviation 1.
    mutating func read(
        _ speed: Double, roughness: Double, poorness: Double, step: Double
    ) -> Double {
        let error = roughness * error.next(step)
        if poorness == 0 { poorSign = 0 } else if poorSign == 0 { poorSign = error < 0 ? -1 : 1 }
        // From standstill the first reading is halfway there.
        if speed > 0, first.value == 0 {
            first.value = speed / 2
            second = speed / 2
        }
        first.follow(speed)
        second += (first.value - second) * Double(smoothing)
        guard speed > 0 || second > Self.standstill else {
            first.value = 0
            second = 0
            return 0
        }
        let firstError = Self.greatestFirstError * poorness * Double(poorSign)
        return max(0, second * (1 + error + firstError))
    }
}
