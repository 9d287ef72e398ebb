import Vocabulary

/// What a watch or a pod says of step length.
struct StrideSensor: Sendable {
    /// The error of a pod, share; nil of a watch, which divides the speed that it reads by cadence.
    private var error: OrnsteinUhlenbeck?

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
    ///   - step: of mean 0 and deviation 1.
    mutating func read(_ body: BodyState, speed: Double, step: Double) -> Double? {
        error?.advance(by: step)
        guard let stride = body.stride else { return nil }
        if let error { return max(0, stride * (1 + error.value)) }
        return speed > 0 ? 60 * speed / body.cadence : nil
    }
}
