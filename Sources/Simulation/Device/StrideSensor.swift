import Vocabulary

/// What a watch or a pod says of step length.
struct StrideSensor: Sendable {
    /// The error of a pod, share; nil of a watch, which divides the speed that it reads by cadence.
    private var error: OrnsteinUhlenbeck?
    /// Steps per minute behind the two filters that a watch's speed is behind.
    private var first: Float = 0
    private var second: Float = 0

    init(measures: Bool, draws: Draws, noise: SessionNoise, period: Double) {
        guard measures else { return }
        error = OrnsteinUhlenbeck(
            timeConstant: 6,
            deviation: draws.logNormal(.strideErrorLevel, median: 0.028, sigma: 0.6),
            period: period, first: noise.first(.strideError))
    }

    /// Whether the reading needs no speed.
    var isIndependent: Bool { error != nil }

    /// Metres of one step; absent at standstill.
    ///
    /// - Parameters:
    ///   - speed: as the receiver reads it, metres per second.
    ///   - smoothing: the share of the way that each of the receiver's filters goes in a period.
    ///   - step: of mean 0 and deviation 1.
    mutating func read(
        _ body: BodyState, speed: Double, smoothing: Float, step: Double
    ) -> Double? {
        error?.advance(by: step)
        smooth(Float(body.cadence), share: smoothing)
        guard let stride = body.stride else { return nil }
        if let error { return max(0, stride * (1 + error.value)) }
        return speed > 0 ? 60 * speed / Double(second) : nil
    }

    private mutating func smooth(_ cadence: Float, share: Float) {
        if cadence > 0, first == 0 {
            first = cadence / 2
            second = cadence / 2
        }
        first += (cadence - first) * share
        second += (first - second) * share
        if cadence == 0, second < 1 { first = 0 }
    }
}
