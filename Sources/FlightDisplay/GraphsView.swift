import Terminal
import Vocabulary

/// The last minutes of heart rate and pace, side by side or, with more room, one above the other.
enum GraphsView {
    static func draw(_ frame: Frame, in area: ScreenArea, on screen: inout Screen) {
        guard let flight = frame.picture.flight, area.rows >= 3 else { return }
        let (first, second) = halves(of: area)
        drawHeartRate(frame, flight, in: first, on: &screen)
        drawPace(frame, flight, in: second, on: &screen)
    }

    private static func halves(of area: ScreenArea) -> (ScreenArea, ScreenArea) {
        if area.rows >= 14 {
            let rows = area.rows / 2
            return (
                ScreenArea(row: area.row, column: area.column, rows: rows, columns: area.columns),
                ScreenArea(
                    row: area.row + rows, column: area.column, rows: area.rows - rows,
                    columns: area.columns)
            )
        }
        let columns = (area.columns - 1) / 2
        return (
            ScreenArea(row: area.row, column: area.column, rows: area.rows, columns: columns),
            ScreenArea(
                row: area.row, column: area.column + area.columns - columns, rows: area.rows,
                columns: columns)
        )
    }

    private static func drawHeartRate(
        _ frame: Frame, _ flight: FlightModel, in area: ScreenArea, on screen: inout Screen
    ) {
        let values = flight.heartRate.last(span(frame), upTo: frame.now)
        let range = range(of: values, grid: 10, least: 30) ?? 100...130
        draw(
            values, range, title: "HEART RATE, last \(frame.state.preferences.graphMinutes) min",
            label: { NumberText.fixed($0, 0) }, Theme.heartRate, frame, in: area, on: &screen)
    }

    private static func drawPace(
        _ frame: Frame, _ flight: FlightModel, in area: ScreenArea, on screen: inout Screen
    ) {
        let values = flight.speed.last(span(frame), upTo: frame.now)
        // Standing would press the run itself into a line: it is drawn at the lower edge.
        let running = values.map { $0.flatMap { $0 > walking ? $0 : nil } }
        let range = range(of: running, grid: 0.5, least: 1) ?? 2...4
        draw(
            values, range, title: "PACE, last \(frame.state.preferences.graphMinutes) min",
            label: { NumberText.pace(frame.units.pace(metresPerSecond: $0)) }, Theme.pace, frame,
            in: area, on: &screen)
    }

    /// Metres a second below which nobody runs.
    private static let walking = 1.5

    private static func span(_ frame: Frame) -> FleetDuration {
        .seconds(Int64(frame.state.preferences.graphMinutes) * 60)
    }

    /// The range on a grid, so that it changes seldom; nil without a value.
    static func range(
        of values: [Double?], grid: Double, least: Double
    ) -> ClosedRange<Double>? {
        let present = values.compactMap { $0 }
        guard let low = present.min(), let high = present.max() else { return nil }
        let lower = (low / grid).rounded(.down) * grid
        return lower...max((high / grid).rounded(.up) * grid, lower + least)
    }

    private static let labelWidth = 6

    private static func draw(
        _ values: [Double?], _ range: ClosedRange<Double>, title: String,
        label: (Double) -> String, _ style: CellStyle, _ frame: Frame, in area: ScreenArea,
        on screen: inout Screen
    ) {
        screen.put(title, row: area.row, column: area.column + 1, Theme.label, width: area.columns)
        let end = area.column + labelWidth
        screen.putRight(label(range.upperBound), row: area.row + 1, endColumn: end, Theme.label)
        screen.putRight(
            label(range.lowerBound), row: area.row + area.rows - 1, endColumn: end, Theme.label)
        let plot = ScreenArea(
            row: area.row + 1, column: end + 1, rows: area.rows - 1,
            columns: max(0, area.columns - labelWidth - 2))
        let points = plot.columns * (frame.symbols == .braille ? 2 : 1)
        Graph.draw(
            stretched(values, to: points), in: range, on: &screen, area: plot,
            symbols: frame.symbols
        ) { _ in style }
    }

    /// As many values as a wide plot has room for: between two neighbours a straight line, across a
    /// break none. A narrow plot is left to resample.
    static func stretched(_ values: [Double?], to count: Int) -> [Double?] {
        guard values.count > 1, count > values.count else { return values }
        return (0..<count).map { index in
            let place = Double(index * (values.count - 1)) / Double(count - 1)
            let left = Int(place)
            let right = min(left + 1, values.count - 1)
            let share = place - Double(left)
            guard let before = values[left], let after = values[right] else {
                return share < 0.5 ? values[left] : values[right]
            }
            return before + (after - before) * share
        }
    }
}
