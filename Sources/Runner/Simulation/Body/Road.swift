import Vocabulary

/// The road under a runner: how rough it is, how steep, and what its corners bring.
struct Road: Sendable {
    // The small fields follow the route without a gap.
    private let route: Route
    /// A factor of the noise of legs and receiver: large on trails and in traffic, small on a quiet
    /// path. Median 1, limits 0.39...2.6.
    var roughness: Double { Double(roughnessFactor) }
    private var roughnessFactor: Float = 1
    private var steepness: Float = 0
    private var mood: OrnsteinUhlenbeck
    private(set) var resistance: Resistance
    private var course: RouteCourse

    // Beyond these limits of the mood bursts of speed are not human.
    private static let moodLimits = -1.9...1.9
    static let gradeLimits = -25.0...25

    init(
        route: Route, on ground: Ground, draws: Draws, noise: SessionNoise, period: Double
    ) {
        resistance = Resistance(
            isIndoors: route.shape == .indoors, draws: draws, noise: noise, period: period)
        mood = OrnsteinUhlenbeck(
            timeConstant: 400, deviation: 1.1, period: period, first: noise.first(.roughness))
        self.route = route
        course = RouteCourse(route, on: ground)
    }

    /// Percent, -25...25.
    var grade: Double { Double(steepness) }

    /// The energy of running here, relative to level ground.
    var cost: Double { Self.cost(grade: grade) * resistance.cost }

    /// ``cost`` here or a few steps ahead, whichever is more, and at least that of level ground: a
    /// runner sees a hill before its foot.
    var costAhead: Double {
        let steepest = max(0, grade, min(course.gradeAhead, Self.gradeLimits.upperBound))
        return Self.cost(grade: steepest) * resistance.cost
    }

    /// The part of ``cost`` that is due to the grade.
    var costOfGrade: Double { Self.cost(grade: grade) }

    /// Advances by one period, to `distance` metres since the start; returns the corner that lies
    /// behind now, nil if there is none.
    mutating func advance(
        to distance: Double, on ground: Ground, at point: SamplePoint
    ) -> Corner? {
        mood.advance(by: point.step(.roughness))
        roughnessFactor = Float(Elementary.exp(0.5 * mood.value.clamped(to: Self.moodLimits)))
        resistance.advance(roughness: roughness, at: point)
        let corner = course.advance(to: distance, on: route, ground)
        steepness = Float(course.grade(at: distance).clamped(to: Self.gradeLimits))
        return corner
    }

    /// Where the road is, `distance` metres after the start; nil indoors.
    func place(at distance: Double, on ground: Ground) -> Place? {
        course.place(at: distance, on: route, ground)
    }

    /// The energy of running at `grade` percent, relative to level ground (Minetti et al., J Appl
    /// Physiol 2002).
    static func cost(grade: Double) -> Double {
        let i = grade / 100
        let higher = ((155.4 * i - 30.4) * i - 43.3) * i
        return 1 + ((higher + 46.3) * i + 19.5) * i / 3.6
    }
}
