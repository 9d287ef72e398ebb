import Vocabulary

/// Where an athlete lives: in the region that is given, else in the standard one; at its start if a
/// route is given.
public struct Home: Sendable {
    private let point: GroundPoint
    private let region: Region

    /// - Parameter terrain: the region or route that is given to the lane.
    public init(seed: UInt64, lane: LaneID, on terrain: Terrain? = nil) {
        point = Haunts.home(Draws(seed: seed, lane: lane), on: terrain)
        region = terrain?.region ?? .standard
    }

    /// The position some metres from home, in the fixed decimals of its metrics. Some 100 ns.
    public func position(
        east: Double = 0, north: Double = 0
    ) -> (latitude: Int64, longitude: Int64) {
        let (latitude, longitude) = region.coordinates(
            of: GroundPoint(east: point.east + east, north: point.north + north))
        return (Metric.latitude.quantized(latitude), Metric.longitude.quantized(longitude))
    }
}

extension RunPlan {
    /// Whether the lane's athlete runs the plan of a lap indoors, where nothing tells a place.
    public func isIndoors(
        seed: UInt64, lane: LaneID, lap: Int, on terrain: Terrain? = nil
    ) -> Bool {
        Haunts.isIndoors(self, session: Draws(seed: seed, lane: lane, lap: lap), on: terrain)
    }
}
