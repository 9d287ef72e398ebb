/// Points that a chart joins by a line.
struct ChartSeries {
    enum Axis {
        case left, right
    }

    struct Point {
        let x: Double
        /// nil for a gap, which is not bridged; what is no number becomes one.
        let y: Double?
    }

    let name: String
    /// Which of the page's colours, from 0 to 3.
    let colour: Int
    var axis = Axis.left
    let points: [Point]
    /// Whether each point is marked, and by what.
    var marks: [ReportTone?] = []

    init(
        _ name: String, colour: Int, axis: Axis = .left, marks: [ReportTone?] = [],
        _ points: [Point]
    ) {
        self.name = name
        self.colour = colour
        self.axis = axis
        self.points = points.map { Point(x: $0.x, y: $0.y.flatMap { $0.isFinite ? $0 : nil }) }
        self.marks = marks
    }

    /// The largest value, and 0 of none.
    var maximum: Double { points.compactMap(\.y).max() ?? 0 }
    var minimum: Double? { points.compactMap(\.y).min() }
}
