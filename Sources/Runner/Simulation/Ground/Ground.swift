import Vocabulary

/// The ground that an athlete runs on: how high it is, and what of it was given.
///
/// It is handed to the models of a run at every step. A reference in one of them would have each
/// copy of it counted.
struct Ground: Sendable {
    let field: HeightField
    /// The region or route that was given; nil for none.
    let terrain: Terrain?

    init(seed: UInt64, on terrain: Terrain? = nil) {
        field = HeightField(seed: seed)
        self.terrain = terrain
    }

    /// The country in which the athlete runs.
    var region: Region { terrain?.region ?? .standard }

    /// The way of a route that was given; nil for a drawn one.
    func track(of route: Route) -> RouteTrack? {
        route.shape == .given ? terrain?.track : nil
    }
}
