import CivilTime
import FlightDisplay
import PlainText
import Terminal
import Vocabulary

/// Draws a metric over some weeks: its graph with the average, averages and differences by weekday,
/// and the values.
enum MetricView {
    static func draw(_ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen) {
        let metric = sheet.state.place.metric
        let all = sheet.state.series
        // The first day only serves the difference of the second one.
        let shown = all.last(sheet.state.place.days)
        SectionRule.draw(
            title(metric, sheet), note: note(metric, shown), sheet.marks, area, on: &screen)
        if let lack = sheet.lack { return lack.draw(in: area.from(1), on: &screen) }
        guard shown.extent != nil else {
            screen.put(
                "no data in these \(shown.days.count) days", row: area.row + 1, column: 1,
                Theme.caution)
            return drawParts(all, shown, sheet, in: area.from(3), on: &screen)
        }
        let isNarrow = area.columns < 60
        let below = isNarrow ? area.rows * 2 / 3 : min(max(10, area.rows / 2), 18)
        let height = max(0, area.rows - 1 - below)
        SeriesGraph(metric, shown, sheet, in: area.from(1).first(height))?.draw(on: &screen)
        drawParts(all, shown, sheet, in: area.from(1 + height), on: &screen)
    }

    private static func title(_ metric: LogMetric, _ sheet: LogSheet) -> String {
        let unit = metric.unit(sheet.units)
        let name = unit.isEmpty ? metric.title : "\(metric.title) \(unit)"
        return "\(name), \(sheet.state.place.days) days to \(sheet.date.short)"
    }

    private static func note(_ metric: LogMetric, _ series: DailySeries) -> String {
        guard let average = series.average else { return "" }
        return "average \(metric.text(average)) of \(series.settled.count.counted("day"))"
    }

    /// Draws the parts below the graph: side by side, or one below another on a narrow screen.
    private static func drawParts(
        _ all: DailySeries, _ shown: DailySeries, _ sheet: LogSheet, in area: ScreenArea,
        on screen: inout Screen
    ) {
        let metric = sheet.state.place.metric
        guard area.columns >= 60 else {
            let parts = area.first(8).columns([1, 1])
            WeekdayBars.drawAverages(metric, shown, sheet, in: parts[0], on: &screen)
            WeekdayBars.drawDifferences(metric, all, sheet, in: parts[1], on: &screen)
            guard area.rows > 9 else { return }
            return ValueList.draw(sheet, in: area.from(8), on: &screen)
        }
        let parts = area.columns([3, 3, 4])
        WeekdayBars.drawAverages(metric, shown, sheet, in: parts[0], on: &screen)
        WeekdayBars.drawDifferences(metric, all, sheet, in: parts[1], on: &screen)
        ValueList.draw(sheet, in: parts[2], on: &screen)
    }
}

/// Draws averages and differences of the days of a week, a row for each.
enum WeekdayBars {
    static func drawAverages(
        _ metric: LogMetric, _ series: DailySeries, _ sheet: LogSheet, in area: ScreenArea,
        on screen: inout Screen
    ) {
        SectionRule.draw("BY WEEKDAY", sheet.marks, area, on: &screen)
        let averages = series.byWeekday
        let texts = averages.mapValues(metric.text)
        let width = texts.values.map(\.count).max() ?? 2
        // Readings have no natural zero: the least bar is a quarter of the greatest.
        let greatest = averages.values.max() ?? 0
        let least = averages.values.min() ?? 0
        let floor = metric.isSum ? 0 : least - max((greatest - least) / 3, greatest / 1000)
        for (index, weekday) in weekdays(sheet).enumerated() where index + 1 < area.rows {
            let row = area.row + 1 + index
            let column = screen.put(
                "\(weekday.short) ", row: row, column: area.column + 1, Theme.label)
            let value = averages[weekday]
            screen.putRight(
                texts[weekday] ?? "--", row: row, endColumn: area.endColumn - 1,
                value == nil ? Theme.stale : CellStyle.plain)
            guard let value, greatest > floor else { continue }
            let room = area.endColumn - 2 - width - column
            let bar = ProgressBar.text(
                (value - floor) / (greatest - floor), width: room, symbols: sheet.symbols)
            screen.put(bar.replacing("-", with: " "), row: row, column: column, Theme.pace)
        }
    }

    /// Draws the average difference of each weekday to the day before: more to the right of the
    /// middle, less to the left, in two colours and with signs.
    static func drawDifferences(
        _ metric: LogMetric, _ series: DailySeries, _ sheet: LogSheet, in area: ScreenArea,
        on screen: inout Screen
    ) {
        let differences = series.differences
        SectionRule.draw("DAILY DIFFERENCE", sheet.marks, area, on: &screen)
        guard !differences.settled.isEmpty else {
            screen.put(
                "it takes two days with data", row: area.row + 1, column: area.column + 1,
                Theme.label, width: area.columns - 1)
            return
        }
        let averages = differences.byWeekday
        let most = averages.values.map(abs).max() ?? 0
        let width = averages.values.map { metric.signedText($0).count }.max() ?? 2
        let half = max(0, (area.columns - 5 - width - 3) / 2)
        let middle = area.column + 5 + half
        for (index, weekday) in weekdays(sheet).enumerated() where index + 1 < area.rows {
            let row = area.row + 1 + index
            screen.put(weekday.short, row: row, column: area.column + 1, Theme.label)
            screen.put(sheet.marks.scale, row: row, column: middle, Theme.grid)
            guard let value = averages[weekday] else {
                screen.putRight("--", row: row, endColumn: area.endColumn - 1, Theme.stale)
                continue
            }
            let style = value < 0 ? less : more
            screen.putRight(
                metric.signedText(value), row: row, endColumn: area.endColumn - 1, style)
            let length = most > 0 ? Int((abs(value) / most * Double(half)).rounded()) : 0
            screen.put(
                String(repeating: value < 0 ? sheet.marks.body : sheet.marks.level, count: length),
                row: row, column: value < 0 ? middle - length : middle + 1, style)
        }
    }

    static let more = CellStyle(foreground: .cyan)
    static let less = CellStyle(foreground: .magenta)

    private static func weekdays(_ sheet: LogSheet) -> [Weekday] {
        sheet.state.preferences.weekStart.weekdays
    }
}
