import Vocabulary

/// Where on earth the country of a fleet lies.
///
/// Metres east and north of its middle become degrees by the lengths of a degree on the ellipsoid
/// of WGS 84 (Snyder, "Map Projections: A Working Manual", USGS 1987, as series in the latitude).
/// Distances along the ground are kept within 0.1 % up to 50 km from the middle.
public struct Region: Hashable, Sendable {
    /// Degrees north of the equator.
    public let latitude: Double
    /// Degrees east of Greenwich.
    public let longitude: Double
    /// Metres above the sea of the country's mean height.
    let altitude: Double
    /// Metres from its middle within which athletes live.
    let radius: Double

    /// The country: where the Alps' foothills begin. No place of it lies below the sea, so that an
    /// altitude fits a narrow row of a window.
    public static let standard = Region(
        latitude: 47.9, longitude: 11.3, altitude: meanAltitude, radius: 20_000)

    /// Metres: the ground of every region is invented, and so is its height.
    static let meanAltitude = 650.0
    /// What a region's middle and its radius in kilometres may be: nearer to a pole the meridians
    /// meet within a run.
    public static let latitudes = -80.0...80.0
    public static let longitudes = -180.0...180.0
    public static let kilometres = 1.0...50.0

    /// What ``init(parsing:)`` takes, to be read after "give".
    public static let form =
        "latitude, longitude and kilometres around, such as 47.9,11.3,20: -80 to 80, -180 to 180 "
        + "and 1 to 50"

    /// Nil unless the text is as ``form`` says.
    public init?(parsing text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }
        guard parts.count == 3, numbers.count == 3 else { return nil }
        self.init(latitude: numbers[0], longitude: numbers[1], kilometres: numbers[2])
    }

    init(latitude: Double, longitude: Double, altitude: Double, radius: Double) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.radius = radius
    }

    /// Nil unless all three lie within ``latitudes``, ``longitudes`` and ``kilometres``.
    public init?(latitude: Double, longitude: Double, kilometres: Double) {
        guard Self.latitudes.contains(latitude), Self.longitudes.contains(longitude),
            Self.kilometres.contains(kilometres)
        else { return nil }
        self.init(
            latitude: latitude, longitude: longitude, altitude: Self.meanAltitude,
            radius: 1000 * kilometres)
    }

    /// Degrees of a point of the country; a longitude goes on beyond the date line.
    func coordinates(of point: GroundPoint) -> (latitude: Double, longitude: Double) {
        let north = latitude + point.north / Self.metresOfLatitude(at: latitude)
        let east = longitude + point.east / Self.metresOfLongitude(at: north)
        return (north, east > 180 ? east - 360 : east < -180 ? east + 360 : east)
    }

    /// The point of the country at some degrees, on this side of the date line.
    func point(latitude north: Double, longitude east: Double) -> GroundPoint {
        GroundPoint(
            east: (east - longitude) * Self.metresOfLongitude(at: north),
            north: (north - latitude) * Self.metresOfLatitude(at: latitude))
    }

    /// Metres of a degree of latitude.
    private static func metresOfLatitude(at degrees: Double) -> Double {
        let twice = 2 * degrees * .pi / 180
        return 111_132.92 - 559.82 * Elementary.cos(twice) + 1.175 * Elementary.cos(2 * twice)
    }

    /// Metres of a degree of longitude.
    private static func metresOfLongitude(at degrees: Double) -> Double {
        let angle = degrees * .pi / 180
        return 111_412.84 * Elementary.cos(angle) - 93.5 * Elementary.cos(3 * angle)
            + 0.118 * Elementary.cos(5 * angle)
    }
}

extension Region: CustomStringConvertible {
    /// Latitude, longitude and kilometres, as ``init(parsing:)`` takes them.
    public var description: String { "\(latitude),\(longitude),\(radius / 1000)" }
}
