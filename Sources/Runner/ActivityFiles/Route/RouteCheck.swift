import Simulation
import Vocabulary

/// What is wrong with the points of a route.
struct RouteCheck {
    /// Those with a position.
    private let points: [TrackPoint]
    /// Whether nothing is known of what lies between two segments: laps of TCX begin segments too.
    private let hasHoles: Bool

    /// A leg is unusual if it is longer than this, in metres, and than so many usual ones.
    private static let unusual = (metres: 1000.0, usualLegs: 20.0)
    /// An unusual leg can be a straight stretch of a plan, but not one of more metres than this.
    private static let longestStretch = 5000.0
    /// How many points a receiver that was lost gives in one place at most.
    private static let lostPoints = 20
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
        let longest = max(Self.unusual.metres, Self.unusual.usualLegs * usual)
        let unusual = lengths.indices.filter { lengths[$0] > longest }
        for (number, leg) in unusual.enumerated() {
            let back = unusual.dropFirst(number + 1).first
            guard lengths[leg] > Self.longestStretch || isSpike(leg, back, lengths) else {
                continue
            }
            return RouteFault(offset: place(leg + 1), .spike(lengths[leg]))
        }
        return nil
    }

    /// Whether a long leg leads to points that the way does not lead to: from or to a few points at
    /// an end, or away and, by the next long leg, back.
    private func isSpike(_ leg: Int, _ back: Int?, _ lengths: [Double]) -> Bool {
        if min(leg, lengths.count - 1 - leg) < Self.lostPoints / 4 { return true }
        guard let back, back - leg <= Self.lostPoints else { return false }
        return metres(points[leg], points[back + 1]) < max(lengths[leg], lengths[back]) / 2
    }

    private func metres(_ one: TrackPoint, _ other: TrackPoint) -> Double {
        guard let from = one.sample.position, let to = other.sample.position else { return 0 }
        return from.distance(to: to)
    }
}
