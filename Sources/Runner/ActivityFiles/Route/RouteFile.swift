import Simulation
import Vocabulary

/// A route to be run, from the track of a GPX, FIT or TCX file, or from a planned route of GPX.
///
/// Unlike a recording it is taken whole or not at all: who follows it runs every metre of it.
package enum RouteFile {
    /// The most bytes of a file.
    package static let byteLimit = 10 << 20
    /// Metres.
    private static let lengths = 100.0...200_000

    /// Reads a file, compressed by gzip or not. Linear in the bytes.
    ///
    /// - Throws: why nobody can run it, and where that shows.
    package static func read(_ bytes: [UInt8]) throws(RouteFault) -> RouteTrack {
        var bytes = bytes
        if Gzip.isGzip(bytes) {
            let (inflated, damage) = Gzip.inflate(bytes, limit: byteLimit)
            if let damage { throw RouteFault(damage) }
            bytes = inflated
        }
        guard bytes.count <= byteLimit else { throw RouteFault(offset: byteLimit, .tooManyBytes) }
        let leg = try onlyTrack(of: bytes)
        if let fault = RouteCheck(leg).fault { throw fault }
        return try track(of: leg.points.filter { $0.sample.position != nil })
    }

    private static func onlyTrack(of bytes: [UInt8]) throws(RouteFault) -> Track {
        let tracks: [Track]
        do throws(ActivityFault) {
            tracks = try self.tracks(of: bytes)
        } catch {
            throw RouteFault(error)
        }
        let located = tracks.filter { $0.points.contains { $0.sample.position != nil } }
        guard let first = located.first else { throw RouteFault(offset: 0, .noPoints) }
        guard located.count == 1 else {
            throw RouteFault(
                offset: located[1].points[0].place, .severalTracks(located.count))
        }
        return first
    }

    private static func tracks(of bytes: [UInt8]) throws(ActivityFault) -> [Track] {
        if FITDecoder.isFIT(bytes) {
            let (activities, damage) = try FITRecordings.activities(bytes)
            if let fault = damage.first { throw fault }
            return activities.map(\.track)
        }
        guard XMLActivity.isXML(bytes) else {
            throw ActivityFault(offset: 0, .notActivity("none of GPX, FIT and TCX"))
        }
        let (legs, fault) = try XMLActivity.read(bytes, gpx: GPXElements(takesRoutes: true))
        if let fault { throw fault }
        return legs.map(\.track)
    }

    private static func track(of points: [TrackPoint]) throws(RouteFault) -> RouteTrack {
        let places = points.map { RoutePoint($0.sample) }
        guard let track = RouteTrack(places) else {
            throw RouteFault(offset: points.first?.place ?? 0, .onePoint)
        }
        guard track.length >= lengths.lowerBound else {
            throw RouteFault(offset: points[0].place, .tooShort(track.length))
        }
        guard track.length <= lengths.upperBound else {
            throw RouteFault(offset: points[0].place, .tooLong(track.length))
        }
        return track
    }
}

extension Sample {
    /// Nil unless both coordinates are known.
    var position: GeoPoint? {
        guard let latitude = self[.latitude], let longitude = self[.longitude] else { return nil }
        return GeoPoint(latitudeUnits: latitude, longitudeUnits: longitude)
    }
}

extension RoutePoint {
    fileprivate init(_ sample: Sample) {
        let position = sample.position
        self.init(
            latitude: position?.latitude ?? 0, longitude: position?.longitude ?? 0,
            altitude: sample[.altitude].map { Metric.altitude.value($0) })
    }
}
