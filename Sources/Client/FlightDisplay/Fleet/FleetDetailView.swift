import Readout
import Terminal
import Vocabulary

/// Draws the selected session below the table: every column, even those that the table has no room
/// for, and the heart rate since the start on an axis of its own.
enum FleetDetailView {
    /// A title, two rows of readouts and the graph.
    static let rows = 9

    private static let labelWidth = 5

    static func draw(
        _ row: FleetRow, _ frame: Frame, in area: ScreenArea, on screen: inout Screen
    ) {
        let words = [row.session, FleetColumn.plan(of: row, frame.units), row.runner]
        SectionRule.draw(
            words.filter { !$0.isEmpty }.joined(separator: "  "),
            note: FleetColumn.state(of: row, frame).text, frame.marks, area, on: &screen)
        ReadoutsView.draw(readouts(row, frame), frame, in: area.from(1).first(2), on: &screen)
        let plot = ScreenArea(
            row: area.row + 3, column: area.column + labelWidth, rows: area.rows - 3,
            columns: area.columns - labelWidth)
        drawTrail(row, frame, in: plot, on: &screen)
    }

    private static func readouts(_ row: FleetRow, _ frame: Frame) -> [Readout] {
        let columns = FleetColumn.all.filter(\.isReadout).map { column in
            let cell = column.cell(row, frame, column.width)
            let label = column.heading(frame.units, width: column.width)
            return Readout(label: label, text: cell.text, style: cell.style)
        }
        let steps = FleetColumn.value(.steps, of: row, frame)
        let start = row.start.map(frame.timeOfDay) ?? "--"
        return [Readout(label: "START", text: start, style: Theme.label)] + columns
            + [Readout(label: Metric.steps.shown.label, text: steps.text, style: steps.style)]
    }

    /// The curve between its round limits, which stand at the left of it.
    private static func drawTrail(
        _ row: FleetRow, _ frame: Frame, in plot: ScreenArea, on screen: inout Screen
    ) {
        guard let range = FleetColumn.range(of: row.trail) else {
            return screen.putCentered(
                "no heart rate yet", row: plot.row + plot.rows / 2, area: plot, Theme.label)
        }
        for value in [range.lowerBound, range.upperBound] {
            let level =
                plot.row
                + Graph.row(of: value, in: range, rows: plot.rows, symbols: frame.symbols)
            screen.putRight(
                NumberText.fixed(value, 0), row: level, endColumn: plot.column - 1, Theme.label)
        }
        let style = FleetColumn.trailStyle(row)
        Graph.draw(row.trail, in: range, on: &screen, area: plot, symbols: frame.symbols) { _, _ in
            style
        }
    }
}
