import Vocabulary

/// How a runner's pace wanders about the one that is wanted.
struct Pacing: Sendable {
    private var slow: OrnsteinUhlenbeck
    private var quick: SmoothWander
    /// Hard work is paced more evenly.
    private var calm = 1.0

    private static let calmingTimeConstant = 20.0
    private static let calmInWork = 0.6
    private static let limits = -0.35...0.35

    init(athlete: Athlete, draws: Draws, noise: SessionNoise, period: Double) {
        let level =
            athlete.habits.pacing * draws.logNormal(.sessionPacingLevel, median: 1, sigma: 0.5)
        slow = OrnsteinUhlenbeck(
            timeConstant: 350, deviation: 0.021 * level, period: period,
            first: noise.first(.slowPacing))
        quick = SmoothWander(
            timeConstant: 40, smoothing: 5, deviation: 0.008 * level, period: period,
            first: noise.first(.pacing))
    }

    /// Deviation from the wanted speed after one more period, share.
    mutating func next(_ part: PlanPart, roughness: Double, at point: SamplePoint) -> Double {
        let calming = FirstOrderLag.share(
            timeConstant: Self.calmingTimeConstant, period: point.seconds)
        calm += ((part == .work ? Self.calmInWork : 1) - calm) * calming
        slow.advance(by: point.step(.slowPacing))
        let quick = quick.next(point.step(.pacing)) * roughness * roughness
        return (calm * (slow.value + quick)).clamped(to: Self.limits)
    }
}
