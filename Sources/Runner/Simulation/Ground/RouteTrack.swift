import Vocabulary

/// A place of a route that is given.
public struct RoutePoint: Equatable, Sendable {
    /// Degrees, within ``Region/latitudes`` and ``Region/longitudes``.
    public let latitude: Double
    public let longitude: Double
    /// Metres above the sea; nil if it is not known.
    public let altitude: Double?

    public init(latitude: Double, longitude: Double, altitude: Double? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
    }
}

/// A route that is given: straight from point to point.
///
/// Whoever runs on beyond its end goes round again where it ends beside its start, else back the
/// same way.
public struct RouteTrack: Sendable {
    /// Metres from the start to the end.
    public let length: Double
    /// Metres above the sea, at its points; of the country's mean where it has no heights.
    public let altitudes: ClosedRange<Double>
    /// Tells the content from any other: a hash of the points in hexadecimal digits.
    public let contentHash: String
    /// The country around its start.
    let region: Region
    let hasHeights: Bool
    /// The mean energy of running it, relative to level ground.
    let meanCost: Double
    let way: RouteWay
    /// How sharp the bend at the beginning of each cell is; 0 for none. See ``Corner/sharpness``.
    private let bends: [Float]

    /// Bends from some 40 degrees on slow a runner down.
    private static let leastBend: Float = 0.12

    /// Nil unless the points lie at two places at least.
    ///
    /// - Parameter places: either all with an altitude or none.
    public init?(_ places: [RoutePoint]) {
        guard let first = places.first else { return nil }
        let heights = places.compactMap(\.altitude)
        hasHeights = heights.count == places.count
        let mean = Region.meanAltitude
        altitudes = hasHeights ? (heights.min() ?? 0)...(heights.max() ?? 0) : mean...mean
        region = Region(
            latitude: first.latitude, longitude: first.longitude,
            altitude: hasHeights ? 0 : mean, radius: 0)
        guard let way = RouteWay(places, in: region) else { return nil }
        self.way = way
        length = way.length
        bends = Self.bends(of: way)
        meanCost = hasHeights ? Self.meanCost(of: way) : 1
        contentHash = Self.hash(places)
    }

    /// Metres above the sea, `distance` metres from the start; nil if the route has no heights.
    func height(at distance: Double) -> Double? { hasHeights ? way.height(at: distance) : nil }

    /// The bend at the beginning of the cell that begins `distance` metres from the start, and how
    /// sharp it is; nil for none.
    func bend(at distance: Double) -> (place: Int, sharpness: Double)? {
        let along = way.along(distance)
        // Back and forth the ends are the sharpest of all.
        let toEnd = min(along, way.span - along)
        if !way.isLoop, distance > 0, toEnd < RouteWay.cell / 2 { return (0, 1) }
        let place = Int((along / RouteWay.cell).rounded())
        guard bends.indices.contains(place), bends[place] > 0 else { return nil }
        return (place, Double(bends[place]))
    }

    /// Of each bend the sharpest place, from the directions over 20 m before and behind.
    private static func bends(of way: RouteWay) -> [Float] {
        let all = way.cells.map { way.turn(at: Double($0) * RouteWay.cell, reach: 20) }
        return all.indices.map { index in
            let before = index > 0 ? all[index - 1] : 0
            let after = index + 1 < all.count ? all[index + 1] : 0
            let isSharpest = all[index] > before && all[index] >= after
            return isSharpest && all[index] >= leastBend ? all[index] : 0
        }
    }

    private static func meanCost(of way: RouteWay) -> Double {
        let costs = way.cells.dropLast().map { index in
            let here = Double(index) * RouteWay.cell
            let rise = way.height(at: here + RouteWay.cell) - way.height(at: here)
            return Road.cost(grade: (rise / RouteWay.cell * 100).clamped(to: Road.gradeLimits))
        }
        return costs.isEmpty ? 1 : costs.reduce(0, +) / Double(costs.count)
    }

    private static func hash(_ places: [RoutePoint]) -> String {
        var hash = StableHash()
        for place in places {
            for value in [place.latitude, place.longitude, place.altitude ?? .infinity] {
                for shift in stride(from: 0, to: UInt64(64), by: 8) {
                    hash.update(UInt8(truncatingIfNeeded: value.bitPattern >> shift))
                }
            }
        }
        let digits = String(hash.value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
