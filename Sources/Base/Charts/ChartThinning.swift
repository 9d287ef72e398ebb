extension [ChartSeries.Point] {
    /// The points that decide what a line looks like on `columns` columns of a screen: the first,
    /// the least, the greatest and the last of each column, so that no extreme is lost (U. Jugel et
    /// al., "M4: A Visualization-Oriented Time Series Data Aggregation", 2014). At most five points
    /// a column, whatever the number of points. O(points).
    ///
    /// A gap between two columns stays; a gap within a column is too narrow to be seen. All points
    /// stay if there are few.
    package func thinned(to columns: Int, over scale: ChartScale) -> [ChartSeries.Point] {
        guard columns > 0, count > 4 * columns else { return self }
        var thin: [ChartSeries.Point] = []
        var column: ChartColumn?
        var followsGap = false
        for point in self {
            guard let y = point.y else {
                followsGap = true
                continue
            }
            let number = Int(scale.share(of: point.x) * Double(columns))
            if column?.number == number {
                column?.add(point, y)
            } else {
                if let column { thin += column.points }
                if followsGap { thin.append(ChartSeries.Point(x: point.x, y: nil)) }
                column = ChartColumn(number, point, y)
            }
            followsGap = false
        }
        return thin + (column?.points ?? [])
    }
}

/// What a column of the screen shows of a line.
private struct ChartColumn {
    let number: Int
    private let first: ChartSeries.Point
    private var last: ChartSeries.Point
    private var least: (point: ChartSeries.Point, y: Double)
    private var greatest: (point: ChartSeries.Point, y: Double)

    init(_ number: Int, _ point: ChartSeries.Point, _ y: Double) {
        self.number = number
        first = point
        last = point
        least = (point, y)
        greatest = (point, y)
    }

    mutating func add(_ point: ChartSeries.Point, _ y: Double) {
        last = point
        if y < least.y { least = (point, y) }
        if y > greatest.y { greatest = (point, y) }
    }

    /// The column's points in the order of the line, each once.
    var points: [ChartSeries.Point] {
        let extremes = [least.point, greatest.point].sorted { $0.x < $1.x }
        return ([first] + extremes + [last]).reduce(into: []) { points, point in
            if points.last != point { points.append(point) }
        }
    }
}
