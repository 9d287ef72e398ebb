import Vocabulary
import WireProtocol

/// Where a session has led since its start, from the lines that tell its places.
package struct GroundRecord: Equatable, Sendable {
    package struct Point: Equatable, Sendable {
        package let at: FleetInstant
        package let place: GroundPlace?
        /// Metres run, and above the sea.
        let distance: Double?
        let altitude: Double?
    }

    /// Ascending by time; each has a place or an altitude.
    package private(set) var points: [Point] = []
    package private(set) var heights = HeightTally()
    /// The ascent that the device tells, metres.
    private var toldAscent: Double?

    /// More than a day at a line a second. Beyond it every second point is dropped, so that the
    /// track stays whole.
    static let limit = 100_000

    /// Metres climbed: as the device counts them, else from the altitudes.
    package var ascent: Double? { toldAscent ?? heights.ascent }
    package var descent: Double? { heights.descent }

    package var hasPlaces: Bool { points.contains { $0.place != nil } }

    /// Whether there are altitudes over a distance.
    var hasProfile: Bool { heights.range != nil && points.contains { $0.distance ?? 0 > 0 } }

    /// Adds the values of a line; one that is not later than the last, or tells neither place nor
    /// altitude, is passed over. Values beyond the limits of their metrics count as not measured.
    mutating func note(at instant: FleetInstant, value: (Metric) -> Double?) {
        func allowed(_ metric: Metric) -> Double? {
            let limits = metric.row.limits
            return value(metric).flatMap {
                (Double(limits.lowerBound)...Double(limits.upperBound)).contains($0) ? $0 : nil
            }
        }
        guard points.last.map({ instant > $0.at }) ?? true else { return }
        let (latitude, longitude) = (allowed(.latitude), allowed(.longitude))
        let place = latitude.flatMap { latitude in
            longitude.map { GroundPlace(latitude: latitude, longitude: $0) }
        }
        let altitude = allowed(.altitude)
        toldAscent = allowed(.ascent) ?? toldAscent
        if let altitude { heights.note(altitude) }
        guard place != nil || altitude != nil else { return }
        if points.count == Self.limit {
            points = points.indices.filter { $0 % 2 == 0 }.map { points[$0] }
        }
        points.append(
            Point(at: instant, place: place, distance: allowed(.distance), altitude: altitude))
    }
}

extension GroundRecord {
    /// The steepness of the last hundred metres, in percent; nil before that far, or after a
    /// silence. O(points of it).
    var grade: Double? {
        guard let last = points.last, let end = last.distance, let height = last.altitude else {
            return nil
        }
        let start = points.last { point in
            point.altitude != nil && point.distance.map { end - $0 >= Self.gradeMetres } ?? false
        }
        guard let start, let distance = start.distance, let altitude = start.altitude,
            end - distance <= 3 * Self.gradeMetres
        else { return nil }
        return (height - altitude) / (end - distance) * 100
    }

    /// Longer than a barometer's steps of some decimetres make steep.
    private static let gradeMetres = 100.0

    /// The altitude, metres, at each of some ascending distances, by linear interpolation; nil
    /// beyond what was run, and in gaps. O(points + distances).
    func altitudes(at distances: [Double]) -> [Double?] {
        let known = points.lazy.compactMap { point in
            point.distance.flatMap { distance in point.altitude.map { (distance, $0) } }
        }
        var (rest, before) = (known.makeIterator(), (Double, Double)?.none)
        var after = rest.next()
        return distances.map { distance in
            while let next = after, next.0 < distance { (before, after) = (next, rest.next()) }
            guard let (end, upper) = after else { return nil }
            guard let (start, lower) = before else { return end == distance ? upper : nil }
            guard end > start, end - start <= Self.gapMetres else { return nil }
            return lower + (upper - lower) * (distance - start) / (end - start)
        }
    }

    /// The longest way between two altitudes that is bridged.
    private static let gapMetres = 300.0
}
