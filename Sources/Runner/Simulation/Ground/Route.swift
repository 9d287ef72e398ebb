import Vocabulary

/// A way that an athlete runs: where it leads, and what stands at its corners.
///
/// A route has no end. A loop is run round and round, a way out and back to and fro. It is a pure
/// function of its draws, so that whoever runs it again finds the same corners.
struct Route: Sendable {
    enum Shape: UInt8, CaseIterable, Sendable {
        /// Back at the start after ``Route/corners`` corners.
        case loop
        /// ``Route/corners`` corners out, and the same back.
        case outAndBack
        case oneWay
        /// A flat oval of 400 m: no corner, no light.
        case track
        /// A treadmill or a hall: no ground at all.
        case indoors
        /// One that was given, with bends for corners.
        case given
    }

    private let stream: RandomStream
    // Single precision: every session keeps a route.
    private let start: (east: Float, north: Float)
    /// From the start towards the middle of the route. Its length is, in metres, a loop's mean
    /// radius, else the way along it from one corner to the next.
    private var axis: (east: Float, north: Float)
    /// The share of corners with a traffic light.
    private let lights: Float
    let shape: Shape

    /// Corners of a loop, and of a way out.
    static let corners = 32

    /// - Parameters:
    ///   - length: metres of once round, or of the way out and back.
    ///   - stream: tells this route from all others.
    init(_ shape: Shape, from start: GroundPoint, length: Double, stream: RandomStream) {
        self.shape = shape
        self.start = (Float(start.east), Float(start.north))
        self.stream = stream
        lights = Self.shareOfLights(stream)
        axis = (Float(stream.normal(Draw.east)), Float(stream.normal(Draw.north)))
        guard hasGround else { return }
        let scale = Float(length / max(lengthOfUnit, 1e-9))
        axis = (axis.east * scale, axis.north * scale)
    }

    /// The route that was given to all who share it: its lights are those of all runs of the fleet.
    init(givenWith seed: UInt64) {
        shape = .given
        start = (0, 0)
        axis = (0, 0)
        stream = RandomStream(seed: seed, lane: -1, purpose: RandomPurpose.route.rawValue)
        lights = Self.shareOfLights(stream)
    }

    private static func shareOfLights(_ stream: RandomStream) -> Float {
        Float(min(-meanShareOfLights * Elementary.log(stream.uniform(Draw.lights)), 0.5))
    }

    /// The counters of the stream; those of a corner follow them, four for each.
    private enum Draw {
        static let east: UInt64 = 0
        static let north: UInt64 = 1
        static let lights: UInt64 = 2
        static let corners: UInt64 = 8
    }

    private static let meanShareOfLights = 0.04
    /// How far, in relation to the radius or to the way between two corners, a corner lies off.
    private static let bulge = 0.35
    private static let meander = 0.4

    /// Metres of once round, or out and back, with the axis as it is; of a way that does not
    /// return, as far as a way out and back.
    private var lengthOfUnit: Double {
        let count = shape == .loop ? Self.corners : 2 * Self.corners
        return (0..<count).reduce(0) { $0 + corner($1).distance(to: corner($1 + 1)) }
    }

    /// The directions of the corners of a loop from its middle, evenly spaced.
    private static let directions: [32 of GroundPoint] = {
        var points = [32 of GroundPoint](repeating: GroundPoint(east: 1, north: 0))
        for index in 1..<32 { points[index] = points[index - 1].turned }
        return points
    }()

    /// Whether it has corners at all, and ground.
    var hasGround: Bool { shape != .track && shape != .indoors }

    /// The corner after `number` legs. O(1).
    func corner(_ number: Int) -> GroundPoint {
        let place = place(of: number)
        let along: GroundPoint
        if shape == .loop {
            let first = Self.directions[0]
            let direction = Self.directions[place]
            let radius = 1 + (place == 0 ? 0 : Self.bulge * offset(of: place))
            along = GroundPoint(
                east: first.east - radius * direction.east, north: -radius * direction.north)
        } else {
            along = GroundPoint(
                east: Double(place), north: place == 0 ? 0 : Self.meander * offset(of: place))
        }
        let (east, north) = (Double(axis.east), Double(axis.north))
        return GroundPoint(
            east: Double(start.east) + along.east * east - along.north * north,
            north: Double(start.north) + along.east * north + along.north * east)
    }

    /// Where the track is, `distance` metres after the start: two straights, and two half circles
    /// of which those in the innermost lane run the line 0.3 m outside the kerb (World Athletics,
    /// "Track and Field Facilities Manual", 2019).
    func trackPoint(at distance: Double) -> GroundPoint {
        let (straight, radius) = (84.39, 36.797)
        let half = straight + .pi * radius
        let metres = distance.truncatingRemainder(dividingBy: 2 * half)
        let isBack = metres >= half
        let onHalf = isBack ? metres - half : metres
        let angle = max(0, onHalf - straight) / radius
        var along = min(onHalf, straight) + radius * Elementary.sin(angle)
        var across = radius - radius * Elementary.cos(angle)
        if isBack { (along, across) = (straight - along, 2 * radius - across) }
        let (east, north) = (Double(axis.east), Double(axis.north))
        let size = max((east * east + north * north).squareRoot(), 1e-9)
        return GroundPoint(
            east: Double(start.east) + (along * east - across * north) / size,
            north: Double(start.north) + (along * north + across * east) / size)
    }

    /// What stands at the corner after `number` legs.
    func place(of number: Int) -> Int {
        switch shape {
        case .loop: return number % Self.corners
        case .outAndBack:
            let folded = number % (2 * Self.corners)
            return folded <= Self.corners ? folded : 2 * Self.corners - folded
        case .oneWay, .track, .indoors, .given: return number
        }
    }

    /// The light at a place; nil where there is none.
    func light(at place: Int) -> TrafficLight? {
        guard uniform(place, 1) < Double(lights) else { return nil }
        return TrafficLight(cycle: uniform(place, 2), phase: uniform(place, 3))
    }

    /// How much higher or lower than a common one the kerb at a place is: a standard normal number.
    func kerb(at place: Int) -> Double { stream.normal(counter(place, 4)) }

    /// Uniform in (-1, 1).
    private func offset(of place: Int) -> Double { 2 * uniform(place, 0) - 1 }

    private func uniform(_ place: Int, _ draw: UInt64) -> Double {
        stream.uniform(counter(place, draw))
    }

    private func counter(_ place: Int, _ draw: UInt64) -> UInt64 {
        Draw.corners + UInt64(place) * 8 + draw
    }
}

extension GroundPoint {
    /// Metres.
    func distance(to other: GroundPoint) -> Double {
        let (east, north) = (other.east - east, other.north - north)
        return (east * east + north * north).squareRoot()
    }

    /// The vector turned to the left by a 32nd of a circle.
    fileprivate var turned: GroundPoint {
        let (cosine, sine) = (0.98078528040323045, 0.19509032201612827)
        return GroundPoint(
            east: cosine * east - sine * north, north: sine * east + cosine * north)
    }
}
