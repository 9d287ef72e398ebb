import Vocabulary

/// What the road does to a runner: how even it is, and how steep.
struct Road: Sendable {
    /// Factor of what a stretch of road, its crowd and the runner's mood make of most noises:
    /// large on trails and in traffic, small on a quiet path. Median 1, 0.39...2.6.
    private(set) var roughness = 1.0
    /// Rise in percent of the way, -12...12.
    private(set) var grade = 0.0
    private var mood: OrnsteinUhlenbeck
    private var hills: SmoothWander

    /// Which keeps the bursts of speed and heart rate human.
    private static let moodLimits = -1.9...1.9
    private static let gradeLimits = -12.0...12

    init(plan: RunPlan, draws: Draws, noise: SessionNoise, period: Double) {
        mood = OrnsteinUhlenbeck(
            timeConstant: 300, deviation: 0.8, period: period, first: noise.first(.roughness))
        let hilliness = draws.logNormal(.hilliness, median: 1.2, sigma: 0.7)
        hills = SmoothWander(
            timeConstant: 70, smoothing: 12, deviation: hilliness * plan.kind.shareOfHills,
            period: period, first: noise.first(.grade))
    }

    /// Energy of running in relation to level ground.
    var cost: Double { Self.cost(grade: grade) }

    /// Goes on by one period; who stands stays on the same slope.
    mutating func advance(isMoving: Bool, at point: SamplePoint) {
        mood.advance(by: point.step(.roughness))
        roughness = Elementary.exp(0.5 * mood.value.clamped(to: Self.moodLimits))
        guard isMoving else { return }
        grade = (roughness * hills.next(point.step(.grade))).clamped(to: Self.gradeLimits)
    }

    /// Energy of running at `grade` percent in relation to level ground, after Minetti et al.
    /// (J Appl Physiol 2002) near the level: (19.5 i + 46.3 i²) / 3.6 more at the gradient i.
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
