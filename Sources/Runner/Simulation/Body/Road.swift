import Vocabulary

/// The road under a runner: how rough it is, and how steep.
struct Road: Sendable {
    /// A factor of the noise of legs and receiver: large on trails and in traffic, small on a quiet
    /// path. Median 1, limits 0.39...2.6.
    private(set) var roughness = 1.0
    /// Grade in percent, -12...12.
    private(set) var grade = 0.0
    private var mood: OrnsteinUhlenbeck
    private var hills: SmoothWander

    // Beyond these limits of the mood bursts of speed are not human.
    private static let moodLimits = -1.9...1.9
    private static let gradeLimits = -12.0...12

    init(plan: RunPlan, draws: Draws, noise: SessionNoise, period: Double) {
        mood = OrnsteinUhlenbeck(
            timeConstant: 400, deviation: 1.1, period: period, first: noise.first(.roughness))
        let hilliness = draws.logNormal(.hilliness, median: 0.98, sigma: 0.62)
        hills = SmoothWander(
            timeConstant: 70, smoothing: 12, deviation: hilliness * plan.kind.shareOfHills,
            period: period, first: noise.first(.grade))
    }

    /// The energy of running here, relative to level ground.
    var cost: Double { Self.cost(grade: grade) }

    /// Advances by one period; the grade changes only while the athlete moves.
    mutating func advance(isMoving: Bool, at point: SamplePoint) {
        mood.advance(by: point.step(.roughness))
        roughness = Elementary.exp(0.5 * mood.value.clamped(to: Self.moodLimits))
        guard isMoving else { return }
        grade = (roughness * hills.next(point.step(.grade))).clamped(to: Self.gradeLimits)
    }

    /// The energy of running at `grade` percent, relative to level ground. At the gradient i it is
    /// 1 + (19.5 i + 46.3 i²) / 3.6, the first terms of Minetti et al. (J Appl Physiol 2002).
    static func cost(grade: Double) -> Double { 1 + 0.054 * grade + 0.0013 * grade * grade }
}

extension RunPlan.Kind {
    /// Fast repetitions are run on a track or a flat loop.
    fileprivate var shareOfHills: Double {
        switch self {
        case .easy, .long, .mission, .fartlek, .tempo, .progression: 1
        case .intervals, .repetitions: 0.4
        }
    }
}
