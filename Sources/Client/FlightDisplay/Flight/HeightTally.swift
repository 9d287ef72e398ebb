import Simulation

/// How far a run has gone up and down, and its highest point, metres: from its altitudes alone, for
/// runs whose device tells no ascent, and for descents, which no device tells.
package struct HeightTally: Equatable, Sendable {
    private var up: Climb?
    /// A descent is a climb of what lies below.
    private var down: Climb?
    package private(set) var range: ClosedRange<Double>?

    package init() {}

    package mutating func note(_ altitude: Double) {
        guard let range else {
            (up, down) = (Climb(from: Float(altitude)), Climb(from: Float(-altitude)))
            return range = altitude...altitude
        }
        up?.reach(Float(altitude))
        down?.reach(Float(-altitude))
        self.range = min(range.lowerBound, altitude)...max(range.upperBound, altitude)
    }

    /// Nil without any altitude, as the descent is.
    package var ascent: Double? { up?.ascent }
    package var descent: Double? { down?.ascent }
}
