import Vocabulary

/// The first strides after standing: slow ones, which reach the full cadence over some seconds.
struct SettingOff: Sendable {
    /// The share of the setting off that lies ahead: 1 at standstill, 0 in full stride.
    private var left: Float = 1
    private let kept: Float
    /// Seconds from the plan's start to the first step: first the watch, then the legs.
    private var hesitation: Float

    /// Steps per minute by which the first steps fall short.
    private static let missingSteps = 5.8

    init(draws: Draws, period: Double) {
        kept = Float(Elementary.exp(-period / 5.3))
        hesitation = Float(
            (draws.logNormal(.hesitation, median: 0.82, sigma: 1.7) - 1).clamped(to: 0...9))
    }

    /// Whether the athlete still stands, although the run has begun.
    var isHesitating: Bool { hesitation > 0 }

    mutating func wait(seconds: Double) { hesitation -= Float(seconds) }

    mutating func advance(isMoving: Bool) { left = isMoving ? left * kept : 1 }

    /// Steps per minute to add to the cadence: 0 in full stride, negative before.
    var cadence: Double { -Self.missingSteps * Double(left) }
}
