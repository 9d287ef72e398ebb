import Vocabulary

/// The ground that was given to a lane's runs: a region, or a route.
///
/// Sessions share it by reference; one that has none runs in ``Region/standard``.
public final class Terrain: Equatable, Sendable {
    let region: Region
    /// The way of every run; nil where athletes have routes of their own.
    let track: RouteTrack?

    init(region: Region) {
        self.region = region
        track = nil
    }

    public init(_ track: RouteTrack) {
        region = track.region
        self.track = track
    }

    public static func == (one: Terrain, other: Terrain) -> Bool { one === other }

    /// The plan of a day's run along the route; nil without one, and if it would take too long.
    ///
    /// - Parameter day: tells the random numbers of days apart.
    public func plan(
        ofDay day: Int, seed: UInt64, lane: LaneID, athlete: Athlete
    ) -> RunPlan? {
        track.flatMap {
            RunPlan.ofDay(seed: seed, lane: lane, day: day, athlete: athlete, along: $0)
        }
    }

    /// How long the athlete may take for a day's run along the route; nil where there is no such
    /// plan.
    public func longestRun(of athlete: Athlete) -> FleetDuration? {
        track.flatMap { RunPlan.longestTime(ofDay: $0, athlete: athlete) }
    }
}

/// Where the athletes of a fleet run, as far as that is given and not drawn.
public struct Grounds: Sendable {
    /// Nil for the standard region.
    public let region: Region?
    /// The route of all lanes that have none of their own; nil for none.
    public let route: RouteTrack?
    /// The routes of single lanes.
    public let routes: [LaneID: RouteTrack]
    private let common: Terrain?
    private let terrains: [LaneID: Terrain]

    /// The grounds of a fleet of which nothing is given.
    public static let drawn = Grounds()

    /// - Parameter homes: regions of single lanes; where a lane has a route, that comes first.
    public init(
        region: Region? = nil, route: RouteTrack? = nil, routes: [LaneID: RouteTrack] = [:],
        homes: [LaneID: Region] = [:]
    ) {
        self.region = region
        self.route = route
        self.routes = routes
        common = route.map { Terrain($0) } ?? region.map { Terrain(region: $0) }
        let own = routes.mapValues { Terrain($0) }
        terrains = own.merging(homes.mapValues { Terrain(region: $0) }) { own, _ in own }
    }

    /// What is given to a lane; nil for nothing.
    public subscript(lane: LaneID) -> Terrain? { terrains[lane] ?? common }

    /// Whether any lane has a route.
    public var hasRoutes: Bool { route != nil || !routes.isEmpty }

    /// All routes, that of all lanes first.
    public var allRoutes: [RouteTrack] {
        [route].compactMap(\.self) + routes.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Whether an altitude may lie below the sea, or so high that it does not fit a narrow row of
    /// a window.
    public var hasExtremeAltitudes: Bool {
        allRoutes.contains {
            !(100...6400).contains($0.altitudes.lowerBound)
                || !(100...6400).contains($0.altitudes.upperBound)
        }
    }

    /// The region for an identity; nil without one.
    public var regionText: String? { region.map { "\($0)" } }

    /// The content of the routes for an identity; nil without any.
    public var routesText: String? {
        guard hasRoutes else { return nil }
        let all = route.map { ["all \($0.contentHash)"] } ?? []
        let own = routes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.contentHash)" }
        return (all + own).joined(separator: ";")
    }
}
