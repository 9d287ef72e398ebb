import Vocabulary

/// Where an athlete runs: from home on a few favourite routes, at times somewhere new.
struct Haunts {
    private let own: Draws
    private let home: GroundPoint
    /// Metres in an hour of easy running.
    private let hour: Double
    private let terrain: Terrain?

    private static let favourites = 5
    /// The shares of sessions that are run indoors and somewhere new; of repetitions and intervals,
    /// those on a track.
    private static let shareIndoors = 0.07
    private static let shareNew = 0.12
    private static let shareOnTrack = 0.6

    /// - Parameters:
    ///   - lane: the one whose athlete it is.
    ///   - terrain: the region or route that is given.
    init(seed: UInt64, lane: LaneID, athlete: Athlete, on terrain: Terrain? = nil) {
        own = Draws(seed: seed, lane: lane)
        self.terrain = terrain
        home = Self.home(own, on: terrain)
        hour = 3600 * athlete.easyIntensity * athlete.speedAtFullIntensity
    }

    /// The route for a plan: the one that is given, else the favourite whose length is nearest to
    /// what the plan will take.
    ///
    /// - Parameter session: the draws of the session.
    func route(of plan: RunPlan, session: Draws, athlete: Athlete) -> Route {
        if terrain?.track != nil { return Route(givenWith: own.seed) }
        let stream = session.stream(.route)
        if plan.kind.isOnTrack, stream.uniform(0) < Self.shareOnTrack {
            return Route(.track, from: home, length: 400, stream: stream)
        }
        if Self.isIndoors(plan, session: session, on: terrain) {
            return Route(.indoors, from: home, length: 1, stream: stream)
        }
        let distance = plan.expectedDistance(of: athlete)
        guard stream.uniform(2) >= Self.shareNew else {
            let shape: Route.Shape = stream.uniform(3) < 0.5 ? .oneWay : .loop
            return Route(
                shape, from: Self.somewhere(stream, 4, terrain), length: distance,
                stream: stream)
        }
        return favourite(nearest: distance)
    }

    /// Where the athlete of some draws lives: where a route begins that is given.
    static func home(_ own: Draws, on terrain: Terrain?) -> GroundPoint {
        somewhere(own.stream(.home), 0, terrain)
    }

    /// Whether a plan is run indoors in a session.
    static func isIndoors(_ plan: RunPlan, session: Draws, on terrain: Terrain?) -> Bool {
        guard terrain?.track == nil else { return false }
        let stream = session.stream(.route)
        if plan.kind.isOnTrack, stream.uniform(0) < shareOnTrack { return false }
        return stream.uniform(1) < shareIndoors
    }

    /// The favourites are loops and ways out and back, each about 1.4 times as long as the one
    /// before.
    private func favourite(nearest distance: Double) -> Route {
        let stream = own.stream(.favouriteRoutes)
        let lengths = (0..<Self.favourites).map { index in
            let usual = hour * [0.35, 0.5, 0.7, 0.95, 1.4][index]
            return usual * Elementary.exp(0.12 * stream.normal(UInt64(4 * index)))
        }
        let ratios = lengths.map { max($0 / distance, distance / $0) }
        let index = ratios.indices.min { ratios[$0] < ratios[$1] } ?? 0
        let shape: Route.Shape =
            switch stream.uniform(UInt64(4 * index + 1)) {
            case ..<0.55: .loop
            case ..<0.85: .outAndBack
            default: .oneWay
            }
        return Route(
            shape, from: home, length: lengths[index],
            stream: Draws(seed: own.seed, lane: own.lane, lap: index).stream(.favouriteRoute))
    }

    /// A place within the region, everywhere as likely.
    private static func somewhere(
        _ stream: RandomStream, _ counter: UInt64, _ terrain: Terrain?
    ) -> GroundPoint {
        let (east, north) = (stream.normal(counter), stream.normal(counter + 1))
        let size = max((east * east + north * north).squareRoot(), 1e-9)
        let radius =
            (terrain?.region ?? .standard).radius * stream.uniform(counter + 2).squareRoot()
        return GroundPoint(east: radius * east / size, north: radius * north / size)
    }
}

extension RunPlan {
    /// Metres that the plan takes on level ground.
    func expectedDistance(of athlete: Athlete) -> Double {
        if let mission { return mission.targetDistance }
        return segments.reduce(0) { sum, segment in
            let intensity = (segment.startIntensity + segment.endIntensity) / 2
            return sum + intensity * athlete.speedAtFullIntensity * segment.duration.seconds
        }
    }
}

extension RunPlan.Kind {
    fileprivate var isOnTrack: Bool { self == .intervals || self == .repetitions }
}
