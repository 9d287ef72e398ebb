import Vocabulary

/// A place on earth, degrees.
package struct GroundPlace: Equatable, Sendable {
    package let latitude: Double
    package let longitude: Double

    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Nil for a sample without a position.
    package init?(_ sample: Sample) {
        guard let latitude = sample[.latitude], let longitude = sample[.longitude] else {
            return nil
        }
        self.init(
            latitude: Metric.latitude.value(latitude),
            longitude: Metric.longitude.value(longitude))
    }
}

/// Where a run led, on a plane: north up, at one scale in both directions.
///
/// A degree of longitude is shortened by the cosine of the middle latitude: over the some ten
/// kilometres of a run, at latitudes of runners, the shape is right within a tenth of a percent.
package struct GroundTrack: Equatable, Sendable {
    /// Metres from the south-western corner.
    package struct Point: Equatable, Sendable {
        package let east: Double
        package let north: Double
    }

    /// A point for each place; nil where none was told, which cuts the way.
    package let points: [Point?]
    /// Metres from the westernmost point to the easternmost.
    package let width: Double
    /// Metres from the southernmost point to the northernmost.
    package let height: Double

    /// On a sphere of the earth's mean radius of 6,371,008.8 m.
    private static let metresPerDegree = 6_371_008.8 * Double.pi / 180

    /// Nil without any place. O(places).
    package init?(_ places: [GroundPlace?]) {
        guard let origin = places.lazy.compactMap(\.self).first else { return nil }
        // Degrees from the first place: a run may cross the 180th meridian.
        let turned = places.map { place in
            place.map { ($0.latitude, Self.turn(from: origin.longitude, to: $0.longitude)) }
        }
        var (south, north, west, east) = (origin.latitude, origin.latitude, 0.0, 0.0)
        for case let (latitude, turn)? in turned {
            (south, north) = (min(south, latitude), max(north, latitude))
            (west, east) = (min(west, turn), max(east, turn))
        }
        let shortening = Elementary.cos((south + north) / 2 * .pi / 180)
        let (up, across) = (Self.metresPerDegree, Self.metresPerDegree * shortening)
        points = turned.map { place in
            place.map { latitude, turn in
                Point(east: (turn - west) * across, north: (latitude - south) * up)
            }
        }
        (width, height) = ((east - west) * across, (north - south) * up)
    }

    /// Degrees to the east, -180...180.
    private static func turn(from start: Double, to end: Double) -> Double {
        let turn = end - start
        return turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
    }
}
