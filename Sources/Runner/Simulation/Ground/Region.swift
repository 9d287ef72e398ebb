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
    public let altitude: Double

    /// The country: where the Alps' foothills begin. No place of it lies below the sea, so that an
    /// altitude fits a narrow row of a window.
    public static let standard = Region(latitude: 47.9, longitude: 11.3, altitude: 650)

    /// Degrees of a point of the country.
    func coordinates(of point: GroundPoint) -> (latitude: Double, longitude: Double) {
        let north = latitude + point.north / Self.metresOfLatitude(at: latitude)
        return (north, longitude + point.east / Self.metresOfLongitude(at: north))
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
