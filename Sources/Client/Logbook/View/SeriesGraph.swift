import CivilTime
import FlightDisplay
import Terminal
import Vocabulary

/// Draws the days of a metric: sums as bars, readings as a line; the average across, an open day in
/// another colour, and no mark for a missing value.
struct SeriesGraph {
    private let metric: LogMetric
    private let series: DailySeries
    private let sheet: LogSheet
    private let area: ScreenArea
    private let plot: ScreenArea
    private let axis: GraphAxis
    /// The number of columns of a day.
    private let width: Int
    /// The days that fit, the newest last.
    private let days: [DailySeries.Day]

    private static let labelWidth = 7

    /// Nil without a value, or if the area is too small.
    init?(_ metric: LogMetric, _ series: DailySeries, _ sheet: LogSheet, in area: ScreenArea) {
        let room = area.columns - Self.labelWidth - 2
        guard let extent = series.extent, area.rows >= 3, room >= 10 else { return nil }
        (self.metric, self.series, self.sheet, self.area) = (metric, series, sheet, area)
        width = max(1, room / max(series.days.count, 1))
        days = Array(series.days.suffix(room / width))
        plot = ScreenArea(
            row: area.row, column: area.column + Self.labelWidth + 1, rows: area.rows - 1,
            columns: width * days.count)
        let steps = metric.axisSteps
        axis = GraphAxis(
            fitting: metric.isSum ? min(0, extent.lowerBound)...extent.upperBound : extent,
            least: (steps.first ?? 1) * 2, steps: steps, rows: plot.rows)
    }

    func draw(on screen: inout Screen) {
        drawGrid(on: &screen)
        if let average = series.average { drawAverage(average, on: &screen) }
        if metric.isSum { drawBars(on: &screen) } else { drawLine(on: &screen) }
        drawDates(on: &screen)
    }

    private func row(of value: Double) -> Int {
        plot.row + Graph.row(of: value, in: axis.range, rows: plot.rows, symbols: sheet.symbols)
    }

    private func drawGrid(on screen: inout Screen) {
        for value in axis.lines(atMost: plot.rows) {
            let row = row(of: value)
            screen.putRight(
                metric.text(value), row: row, endColumn: area.column + Self.labelWidth, Theme.label)
            screen.fill(plot.line(row), sheet.marks.gridLevel, Theme.grid)
        }
    }

    private func drawAverage(_ average: Double, on screen: inout Screen) {
        let row = row(of: average)
        screen.fill(plot.line(row), sheet.marks.targetLevel, Theme.trend)
        if plot.endColumn + 8 < area.endColumn {
            screen.put("average", row: row, column: plot.endColumn + 1, Theme.trend)
        }
    }

    /// One column of each day is left free, so that days can be told apart.
    private func drawBars(on screen: inout Screen) {
        let isASCII = sheet.symbols == .ascii
        var values: [Double?] = []
        for day in days {
            let thick = max(1, width - 1)
            values += Array(repeating: day.value, count: thick)
            values += Array(repeating: nil, count: width - thick)
        }
        guard isASCII else {
            return Graph.draw(
                values, in: axis.range, on: &screen, area: plot, symbols: .block
            ) { _, column in style(column) }
        }
        for (column, value) in values.enumerated() {
            guard let value else { continue }
            let top = row(of: value)
            let bar = ScreenArea(
                row: top, column: plot.column + column, rows: plot.endRow - top, columns: 1)
            screen.fill(bar, "#", style(column))
        }
    }

    private func style(_ column: Int) -> CellStyle {
        let day = days[min(column / width, days.count - 1)]
        return day.isWhole ? Theme.pace : Theme.caution
    }

    /// Joins the values of neighbouring days; a missing day is a gap.
    private func drawLine(on screen: inout Screen) {
        let count = width * Graph.valuesPerColumn(sheet.symbols)
        var values: [Double?] = []
        for (index, day) in days.enumerated() {
            let next = index + 1 < days.count ? days[index + 1].value : nil
            for step in 0..<count {
                let share = Double(step) / Double(count)
                guard let value = day.value else {
                    values.append(nil)
                    continue
                }
                // Without a next day, a value takes half of its columns, so that it can be seen.
                values.append(
                    next.map { value + ($0 - value) * share } ?? (share < 0.5 ? value : nil))
            }
        }
        Graph.draw(
            values, in: axis.range, on: &screen, area: plot, symbols: sheet.symbols
        ) { _, column in style(column) }
    }

    /// Writes the date of each week's first day, and marks the open day.
    private func drawDates(on screen: inout Screen) {
        let row = plot.endRow
        let first = sheet.state.preferences.weekStart.weekdays[0]
        var free = area.column
        for (index, day) in days.enumerated() {
            let column = plot.column + index * width
            if day.date == sheet.today, column >= free {
                free = screen.put("*", row: row, column: column, Theme.caution) + 1
            }
            guard day.date.weekday == first, column >= free else { continue }
            let text = "\(day.date.day) \(day.date.monthName.prefix(3))"
            guard column + text.count < area.endColumn else { continue }
            free = screen.put(text, row: row, column: column, Theme.label) + 2
        }
    }
}
