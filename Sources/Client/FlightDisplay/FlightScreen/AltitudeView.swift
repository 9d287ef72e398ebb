import Readout
import Terminal
import Vocabulary

/// Draws the altitudes of a flight over the distance, with what went up and down in the title.
package struct AltitudeView {
    private let frame: Frame
    private let flight: FlightModel
    private let subject: GraphSubject
    private let area: ScreenArea
    private let plot: ScreenArea
    private let axis: GraphAxis
    private let points: [Double?]
    /// The end of the horizontal axis, kilometres or miles: that of the flight once it is over;
    /// before that round, so that the scale changes seldom.
    private let end: Double

    private static let labelWidth = 6
    /// The columns of a label below the plot and the space around it.
    private static let labelColumns = 7

    /// Nil without altitudes over a distance, or without room.
    package init?(_ frame: Frame, _ flight: FlightModel, in area: ScreenArea) {
        let subject = GraphSubject(.altitude, frame.units)
        plot = ScreenArea(
            row: area.row + 1, column: area.column + Self.labelWidth + 1, rows: area.rows - 2,
            columns: area.columns - Self.labelWidth - 1)
        guard plot.rows >= 2, plot.columns >= 10, flight.ground.hasProfile else { return nil }
        let end = Self.end(flight, frame.units)
        let count = plot.columns * Graph.valuesPerColumn(frame.symbols)
        points = flight.ground.altitudes(
            at: (0..<count).map {
                (Double($0) + 0.5) / Double(count) * end * frame.units.metresPerLongUnit
            }
        ).map { $0.flatMap(subject.readout.place) }
        axis = GraphAxis(
            fitting: subject.extent(of: points) ?? subject.axis.empty, least: subject.axis.least,
            steps: subject.axis.steps, rows: plot.rows)
        (self.frame, self.flight, self.area) = (frame, flight, area)
        (self.subject, self.end) = (subject, end)
    }

    private static func end(_ flight: FlightModel, _ units: Units) -> Double {
        let run = flight.ground.points.last { $0.distance != nil }?.distance ?? 0
        let length = units.distance(metres: max(run, 1))
        guard !flight.isOver else { return length }
        let wanted = max(length, units.distance(metres: flight.card.mission?.targetDistance ?? 0))
        let step = wanted <= 2 ? 2.0 : 5
        return (wanted / step).rounded(.up) * step
    }

    package func draw(on screen: inout Screen) {
        SectionRule.draw(subject.readout.heading, note: note, frame.marks, area, on: &screen)
        drawGrid(on: &screen)
        Graph.draw(
            points, in: axis.range, on: &screen, area: plot, symbols: frame.symbols
        ) { _, _ in subject.style }
    }

    /// `up 123  down 98  grade +2 %`, or what of it has room; the grade is that of the present.
    private var note: String {
        let heights = [("up", flight.ground.ascent), ("down", flight.ground.descent)]
            .compactMap { word, metres in metres.map { "\(word) \(frame.text(.ascent, $0))" } }
            .joined(separator: "  ")
        guard !flight.isOver, let grade = flight.ground.grade.map(ShownGrade.text) else {
            return heights
        }
        // The rule takes two columns at its beginning, and one at either side of each text.
        let room = area.columns - subject.readout.heading.count - 7
        return ["\(heights)  grade \(grade)", "\(heights)  \(grade)"]
            .first { $0.count <= room } ?? heights
    }

    private func drawGrid(on screen: inout Screen) {
        for value in axis.lines(atMost: plot.rows) {
            let row =
                plot.row
                + Graph.row(of: value, in: axis.range, rows: plot.rows, symbols: frame.symbols)
            screen.putRight(
                subject.readout.text(value), row: row, endColumn: area.column + Self.labelWidth,
                Theme.label)
            screen.fill(plot.line(row), frame.marks.gridLevel, Theme.grid)
        }
        drawDistances(on: &screen)
    }

    private func drawDistances(on screen: inout Screen) {
        let room = Double(max(1, plot.columns / Self.labelColumns))
        let step = Metric.distance.shown.axis.steps.first { $0 * room >= end } ?? end
        screen.put(
            frame.units.distanceName, row: plot.endRow, column: area.column + 1, Theme.label)
        for place in stride(from: 0, through: end, by: step) {
            let text = NumberText.fixed(place, step < 1 ? 1 : 0)
            let column = plot.column + Int(place / end * Double(plot.columns - 1))
            let start = min(max(column - text.count / 2, plot.column), plot.endColumn - text.count)
            screen.put(text, row: plot.endRow, column: start, Theme.label)
        }
    }
}

/// How steep it is, in percent: `+2 %`.
enum ShownGrade {
    static func text(_ grade: Double) -> String {
        let size = NumberText.fixed(abs(grade), 0)
        return "\(size == "0" ? "" : grade < 0 ? "-" : "+")\(size) %"
    }
}
