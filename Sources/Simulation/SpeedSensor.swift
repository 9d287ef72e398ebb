import Vocabulary

/// What a satellite receiver reads of speed: smoothed twice, with an error that lasts for seconds.
struct SpeedSensor: Sendable {
    private var first: FirstOrderLag
    private var second: FirstOrderLag
    private var error: SmoothWander

    /// Share of the speed by which a receiver errs at most that has only just found its satellites.
    private static let greatestFirstError = 0.4

    init(draws: Draws, noise: SessionNoise, period: Double) {
        let smoothing = draws.logNormal(.speedSmoothing, median: 1.5, sigma: 0.6)
        first = FirstOrderLag(timeConstant: smoothing, period: period)
        second = first
        error = SmoothWander(
            timeConstant: 4, smoothing: 2,
            deviation: draws.logNormal(.speedErrorLevel, median: 0.01, sigma: 0.9),
            period: period, first: noise.first(.speedError))
    }

    /// Metres per second; 0 at standstill, which a receiver recognises.
    ///
    /// - Parameters:
    ///   - poorness: how new and poor the fix is, 0...1.
    ///   - step: of mean 0 and deviation 1.
    mutating func read(
        _ speed: Double, roughness: Double, poorness: Double, step: Double
    ) -> Double {
        let error = roughness * error.next(step)
        guard speed > 0 else {
            first.value = 0
            second.value = 0
            return 0
        }
        // From standstill the first reading is halfway there.
        if first.value == 0 {
            first.value = speed / 2
            second.value = speed / 2
        }
        first.follow(speed)
        second.follow(first.value)
        let firstError = Self.greatestFirstError * poorness * (error < 0 ? -1 : 1)
        return max(0, second.value * (1 + error + firstError))
    }
}
