/// Points that a chart joins by a line.
package struct ChartSeries: Sendable {
    package enum Axis: Sendable {
        case left, right
    }

    package struct Point: Hashable, Sendable {
        package let x: Double
        /// Nil for a gap, which the line does not cross; a value that is no number becomes a gap.
        package let y: Double?

        package init(x: Double, y: Double?) {
            self.x = x
            self.y = y
        }
    }

    package let name: String
    /// The index of the colour on the page, 0...3.
    let colour: Int
    let axis: Axis
    package let points: [Point]
    /// The mark at each point; a point without one is only passed by the line.
    let marks: [ChartMark?]

    package init(
        _ name: String, colour: Int, axis: Axis = .left, marks: [ChartMark?] = [],
        _ points: [Point]
    ) {
        self.name = name
        self.colour = colour
        self.axis = axis
        self.points = points.map { Point(x: $0.x, y: $0.y.flatMap { $0.isFinite ? $0 : nil }) }
        self.marks = marks
    }

    /// The largest value; 0 without values.
    package var maximum: Double { points.compactMap(\.y).max() ?? 0 }
    /// The smallest value; nil without values.
    package var minimum: Double? { points.compactMap(\.y).min() }
}

/// What a point is marked as.
package enum ChartMark: String, Sendable {
    /// Filled, in the colour of the line.
    case point
    /// Filled, in the colour of what is good.
    case held
    /// Open, in the colour of what is bad.
    case failed
    /// Open, in the colour of what is in doubt.
    case unknown
}
