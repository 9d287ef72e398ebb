import Simulation
import Vocabulary

/// What is wrong with the points of a route.
struct RouteCheck {
    /// Those with a position.
    private let points: [TrackPoint]
    /// Whether nothing is known of what lies between two segments: laps of TCX begin segments too.
    private let hasHoles: Bool

    /// A leg is a spike if it is longer than this, in metres, and than so many usual ones.
    private static let spike = (metres: 1000.0, usualLegs: 20.0)
    /// Two heights are no ground where they differ by more than this, in metres, and more than the
    /// way between them is long.
    private static let cliff = 50.0

    init(_ track: Track) {
        points = track.points.filter { $0.sample.position != nil }
        hasHoles = track.measuresWay
    }

    /// The first fault in the order of their kinds; nil if the route can be run.
    var fault: RouteFault? {
        guard points.count > 1 else { return RouteFault(offset: place(0), .onePoint) }
        return segments ?? times ?? heights ?? borders ?? legs
    }

    private func place(_ index: Int) -> Int { points[index].place }

    private var pairs: [(TrackPoint, TrackPoint)] { Array(zip(points, points.dropFirst())) }

    private var segments: RouteFault? {
        let begins = points.dropFirst().filter { hasHoles && $0.beginsSegment }
        return begins.first.map {
            RouteFault(offset: $0.place, .severalSegments(begins.count + 1))
        }
    }

    private var times: RouteFault? {
        pairs.first { $1.time < $0.time }.map { RouteFault(offset: $1.place, .timesGoBack) }
    }

    private var heights: RouteFault? {
        let missing = points.filter { $0.sample[.altitude] == nil }
        guard let first = missing.first, missing.count < points.count else { return cliffs }
        return RouteFault(offset: first.place, .heightsMissing(missing.count, of: points.count))
    }

    private var cliffs: RouteFault? {
        for (one, other) in pairs {
            guard let from = one.sample[.altitude], let to = other.sample[.altitude] else { break }
            let rise = Metric.altitude.value(to - from).magnitude
            if rise > Self.cliff + metres(one, other) {
                return RouteFault(offset: other.place, .cliff(rise))
            }
        }
        return nil
    }

    private var borders: RouteFault? {
        let beyond = points.first {
            !Region.latitudes.contains($0.sample.position?.latitude ?? 0)
        }
        if let beyond { return RouteFault(offset: beyond.place, .polar) }
        let crossing = pairs.first { one, other in
            guard let from = one.sample.position, let to = other.sample.position else {
                return false
            }
            return (to.longitude - from.longitude).magnitude > 180
        }
        return crossing.map { RouteFault(offset: $1.place, .dateLine) }
    }

    private var legs: RouteFault? {
        let lengths = pairs.map { metres($0, $1) }
        let usual = lengths.sorted()[lengths.count / 2]
        let longest = max(Self.spike.metres, Self.spike.usualLegs * usual)
        guard let index = lengths.firstIndex(where: { $0 > longest }) else { return nil }
        return RouteFault(offset: place(index + 1), .spike(lengths[index]))
    }

    private func metres(_ one: TrackPoint, _ other: TrackPoint) -> Double {
        guard let from = one.sample.position, let to = other.sample.position else { return 0 }
        return from.distance(to: to)
    }
}
