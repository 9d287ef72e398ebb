import Vocabulary

/// The way of a route, straight from point to point, without an end: round and round where it ends
/// beside its start, else back and forth.
struct RouteWay: Sendable {
    /// Metres from the start to the end.
    let length: Double
    /// Metres once round, or to the end.
    let span: Double
    let isLoop: Bool
    private let vertices: [Vertex]
    /// The last vertex at or before the beginning of each cell.
    private let firsts: [Int32]

    private struct Vertex {
        let point: GroundPoint
        let height: Float
        /// Metres from the start.
        let distance: Double
    }

    /// Metres.
    static let cell = 10.0
    /// Metres from the end to the start of a loop, at most.
    private static let closing = 50.0

    /// Nil unless the points lie at two places at least.
    init?(_ places: [RoutePoint], in region: Region) {
        var vertices = Self.vertices(places, in: region)
        guard vertices.count > 1, let start = vertices.first, let end = vertices.last else {
            return nil
        }
        length = end.distance
        let gap = end.point.distance(to: start.point)
        isLoop = gap <= min(Self.closing, length / 4)
        span = isLoop ? length + gap : length
        if isLoop, gap > 0 {
            vertices.append(Vertex(point: start.point, height: start.height, distance: span))
        }
        self.vertices = vertices
        firsts = Self.firsts(of: vertices, span)
    }

    /// Without those at which the way does not go on.
    private static func vertices(_ places: [RoutePoint], in region: Region) -> [Vertex] {
        var vertices: [Vertex] = []
        for place in places {
            let point = region.point(latitude: place.latitude, longitude: place.longitude)
            let step = vertices.last.map { $0.point.distance(to: point) }
            guard step != 0 else { continue }
            vertices.append(
                Vertex(
                    point: point, height: Float(place.altitude ?? 0),
                    distance: (vertices.last?.distance ?? 0) + (step ?? 0)))
        }
        return vertices
    }

    private static func firsts(of vertices: [Vertex], _ span: Double) -> [Int32] {
        var index = 0
        return (0...Int(span / cell)).map { number in
            let begin = Double(number) * cell
            while index + 2 < vertices.count, vertices[index + 1].distance <= begin { index += 1 }
            return Int32(index)
        }
    }

    var cells: Range<Int> { firsts.indices }

    /// Where a runner is who has come `distance` metres. O(1) for points that are spread evenly.
    func point(at distance: Double) -> GroundPoint {
        let (vertex, next, share) = leg(at: distance)
        return GroundPoint(
            east: vertex.point.east + share * (next.point.east - vertex.point.east),
            north: vertex.point.north + share * (next.point.north - vertex.point.north))
    }

    /// Metres, as the points have them.
    func height(at distance: Double) -> Double {
        let (vertex, next, share) = leg(at: distance)
        return Double(vertex.height) + share * Double(next.height - vertex.height)
    }

    /// Metres from the start along the route.
    func along(_ distance: Double) -> Double {
        if isLoop { return distance.truncatingRemainder(dividingBy: span) }
        let folded = distance.truncatingRemainder(dividingBy: 2 * span)
        return folded <= span ? folded : 2 * span - folded
    }

    /// How sharply the way turns, from the directions over `reach` metres before and behind; 0 near
    /// its ends. See ``Corner/sharpness``.
    func turn(at distance: Double, reach: Double) -> Float {
        guard isLoop || distance >= reach && distance + reach <= span else { return 0 }
        let here = point(at: distance)
        let from = point(at: distance >= reach ? distance - reach : distance - reach + span)
        return here.turn(from: from, to: point(at: distance + reach))
    }

    private func leg(at distance: Double) -> (Vertex, Vertex, share: Double) {
        let along = along(distance)
        var index = Int(firsts[min(Int(along / Self.cell), firsts.count - 1)])
        while index + 2 < vertices.count, vertices[index + 1].distance <= along { index += 1 }
        let (vertex, next) = (vertices[index], vertices[index + 1])
        let share = (along - vertex.distance) / (next.distance - vertex.distance)
        return (vertex, next, share.clamped(to: 0...1))
    }
}

extension GroundPoint {
    /// How sharply a way from one point to another turns here; see ``Corner/sharpness``.
    fileprivate func turn(from: GroundPoint, to: GroundPoint) -> Float {
        let (before, behind) = (distance(to: from), distance(to: to))
        guard before > 0, behind > 0 else { return 0 }
        let product =
            (east - from.east) * (to.east - east) + (north - from.north) * (to.north - north)
        return Float((1 - product / (before * behind)) / 2)
    }
}
