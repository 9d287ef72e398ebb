import Vocabulary

/// How far an athlete has come on a route: the leg, and how steep the ground is here.
///
/// The ground is read once every ten metres; between two readings the grade changes evenly.
struct RouteCourse: Sendable {
    /// Legs run; the present one leads to the corner of the next number.
    private var leg: Int32 = 0
    /// Ten-metre cells whose end has been read.
    private var cells: Int32 = 0
    /// Metres run where the present leg ends.
    private var legEnd: Float
    /// Where the present leg ends, and the direction in which it leads, a vector of length 1.
    private var corner: (east: Float, north: Float)
    private var heading: (east: Float, north: Float)
    /// Metres, at the end of the last cell that was read.
    private var height: Float
    /// Percent: before and in the last cell that was read.
    private var before: Float = 0
    private var here: Float = 0
    private var climb: Climb

    private static let cell = RouteWay.cell

    init(_ route: Route, on ground: Ground) {
        let field = ground.field
        if let track = ground.track(of: route) {
            legEnd = .infinity
            (corner, heading) = ((0, 0), (0, 0))
            height = Float(track.height(at: 0) ?? field.height(at: track.way.point(at: 0)))
            climb = Climb(from: height)
            return
        }
        let (from, to) = (route.corner(0), route.corner(1))
        let length = from.distance(to: to)
        legEnd = Float(length)
        corner = (Float(to.east), Float(to.north))
        heading = (
            Float((to.east - from.east) / length), Float((to.north - from.north) / length)
        )
        height = route.hasGround ? Float(field.height(at: from)) : 0
        climb = Climb(from: height)
    }

    /// Percent, at the end of the present cell.
    var gradeAhead: Double { Double(here) }

    /// Percent, at `distance` metres, which `advance` has reached.
    func grade(at distance: Double) -> Double {
        let share = distance / Self.cell - Double(cells) + 1
        return Double(before) + Double(here - before) * share
    }

    /// Goes on to `distance` metres, by less than a cell; returns the corner that it has come past
    /// on the way, nil if none.
    mutating func advance(to distance: Double, on route: Route, _ ground: Ground) -> Corner? {
        guard route.hasGround else { return nil }
        if distance >= Double(cells) * Self.cell {
            enterCell(on: route, ground)
            if let track = ground.track(of: route) { return bend(on: route, track) }
        }
        return distance >= Double(legEnd) ? turn(on: route) : nil
    }

    /// The bend at which the present cell begins.
    private func bend(on route: Route, _ track: RouteTrack) -> Corner? {
        track.bend(at: Double(cells - 1) * Self.cell).map { place, sharpness in
            Corner(
                sharpness: sharpness, kerb: route.kerb(at: place), light: route.light(at: place))
        }
    }

    private mutating func enterCell(on route: Route, _ ground: Ground) {
        cells += 1
        climb.reach(height)
        let next = Float(groundHeight(at: Double(cells) * Self.cell, on: route, ground))
        before = here
        here = (next - height) / Float(Self.cell) * 100
        height = next
    }

    /// Where the route is at `distance`, at most a period further on; nil indoors. Some 200 ns.
    func place(at distance: Double, on route: Route, _ ground: Ground) -> Place? {
        switch route.shape {
        case .indoors: return nil
        case .track:
            // It is level, as high as the ground where it begins.
            return Place(
                point: route.trackPoint(at: distance),
                height: ground.field.height(at: route.trackPoint(at: 0)), ascent: 0)
        case .loop, .outAndBack, .oneWay, .given:
            return Place(
                point: point(at: distance, on: route, ground),
                height: height(at: distance, on: route, ground), ascent: climb.ascent)
        }
    }

    private func height(
        at distance: Double, on route: Route, _ ground: Ground
    ) -> Double {
        let end = Double(cells) * Self.cell
        guard distance >= end else {
            return Double(height) - Double(here) / 100 * (end - distance)
        }
        let next = groundHeight(at: end + Self.cell, on: route, ground)
        return Double(height) + (next - Double(height)) * (distance - end) / Self.cell
    }

    /// The height of the ground at `distance`.
    private func groundHeight(
        at distance: Double, on route: Route, _ ground: Ground
    ) -> Double {
        ground.track(of: route)?.height(at: distance)
            ?? ground.field.height(at: point(at: distance, on: route, ground))
    }

    /// Where the route is at `distance`, on this leg or on one of the next.
    private func point(
        at distance: Double, on route: Route, _ ground: Ground
    ) -> GroundPoint {
        if let track = ground.track(of: route) { return track.way.point(at: distance) }
        var (end, number) = (Double(legEnd), Int(leg) + 1)
        var ahead = GroundPoint(east: Double(corner.east), north: Double(corner.north))
        var direction = GroundPoint(east: Double(heading.east), north: Double(heading.north))
        while distance > end {
            let next = route.corner(number + 1)
            let length = ahead.distance(to: next)
            direction = GroundPoint(
                east: (next.east - ahead.east) / length, north: (next.north - ahead.north) / length)
            ahead = next
            end += length
            number += 1
        }
        return GroundPoint(
            east: ahead.east - direction.east * (end - distance),
            north: ahead.north - direction.north * (end - distance))
    }

    private mutating func turn(on route: Route) -> Corner {
        leg += 1
        let from = GroundPoint(east: Double(corner.east), north: Double(corner.north))
        let to = route.corner(Int(leg) + 1)
        let length = from.distance(to: to)
        let next = (
            east: Float((to.east - from.east) / length),
            north: Float((to.north - from.north) / length)
        )
        let cosine = Double(heading.east * next.east + heading.north * next.north)
        legEnd += Float(length)
        heading = next
        corner = (Float(to.east), Float(to.north))
        let place = route.place(of: Int(leg))
        return Corner(
            sharpness: (1 - cosine) / 2, kerb: route.kerb(at: place), light: route.light(at: place))
    }
}

/// Where somebody is on a route.
struct Place: Equatable, Sendable {
    let point: GroundPoint
    /// Metres above the region's mean.
    let height: Double
    /// Metres climbed since the route's start, up to the last of its ten-metre cells that lies
    /// behind.
    let ascent: Double
}

/// A corner of a route.
struct Corner: Sendable {
    /// 0 straight on, 0.5 a right angle, 1 back.
    let sharpness: Double
    /// How much higher than a common one its kerb is, a standard normal number.
    let kerb: Double
    let light: TrafficLight?
}
