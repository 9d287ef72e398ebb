import CivilTime
import FlightDisplay
import PlainText
import Readout
import Terminal
import Vocabulary

/// Draws a day: the week to choose from, steps towards the goal, other quantities, the heart rate,
/// the night, and the run.
enum DayView {
    static func draw(_ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen) {
        WeekStrip.draw(sheet, in: area, on: &screen)
        let body = area.from(WeekStrip.rows)
        SectionRule.draw(title(sheet), note: note(sheet), sheet.marks, body, on: &screen)
        var rows = drawQuantities(sheet, in: body.from(1), on: &screen)
        rows += drawTruth(sheet, in: body.from(1 + rows), on: &screen)
        DayParts.draw(sheet, in: body.from(1 + rows), on: &screen)
    }

    private static func title(_ sheet: LogSheet) -> String {
        let date = sheet.date
        return "\(date.weekday.long) \(date.day) \(date.monthName) \(date.year)".uppercased()
    }

    /// A note on the day: skipped, or with another length than 24 hours.
    private static func note(_ sheet: LogSheet) -> String {
        guard let day = sheet.calendar.zone.day(sheet.date) else {
            return "the clocks skip this day"
        }
        var notes = ["week \(sheet.date.isoWeek)"]
        let minutes = Int(((day.upperBound - day.lowerBound).seconds / 60).rounded())
        if minutes != 24 * 60 {
            let rest = minutes % 60 == 0 ? "" : ":\(NumberText.twoDigits(minutes % 60))"
            notes.append("\(minutes / 60)\(rest) hours")
        }
        if sheet.date == sheet.today { notes.append("not over yet") }
        return notes.joined(separator: ", ")
    }

    /// Draws what is behind the day, if it was asked for.
    ///
    /// - Returns: how many rows were drawn, at most ``truthRows``.
    private static func drawTruth(
        _ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen
    ) -> Int {
        guard let text = sheet.state.truthText(on: sheet.date) else { return 0 }
        let column = screen.put("truth", row: area.row, column: area.column + 1, Theme.label) + 2
        let width = area.endColumn - column
        let lines = text.wrapped(atColumn: max(8, width))
        for (offset, line) in lines.prefix(truthRows).enumerated() {
            let isCut = offset == truthRows - 1 && lines.count > truthRows
            screen.put(
                isCut ? "\(line) \(sheet.marks.cut)" : line, row: area.row + offset,
                column: column, Theme.caution, width: width, cutMark: sheet.marks.cut)
        }
        return min(lines.count, truthRows)
    }

    private static let truthRows = 3

    /// - Returns: how many rows were drawn.
    private static func drawQuantities(
        _ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen
    ) -> Int {
        if sheet.date > sheet.today {
            screen.put("this day has not begun", row: area.row, column: 1, Theme.label)
            return 1
        }
        if let lack = sheet.lack {
            lack.draw(in: area.first(4), on: &screen)
            return 4
        }
        guard let day = sheet.days[sheet.date], !day.isEmpty else {
            screen.put(nothing(sheet), row: area.row, column: 1, Theme.caution)
            return 1
        }
        StepsBar.draw(day, sheet, in: area, on: &screen)
        // The bar above shows the steps already.
        let metrics = sheet.state.dayMetrics.dropFirst()
        let perRow = area.columns >= 60 ? 2 : 1
        for (index, metric) in metrics.enumerated() {
            let column = area.column + 1 + (index % perRow) * (area.columns / 2)
            draw(metric, day, sheet, row: area.row + 1 + index / perRow, column, on: &screen)
        }
        let rows = 1 + (metrics.count + perRow - 1) / perRow
        guard sheet.hasWatch else { return rows }
        return rows + SleepText.draw(sheet, in: area.from(rows), on: &screen)
    }

    private static func nothing(_ sheet: LogSheet) -> String {
        let isWhole = sheet.state.dayMetrics.allSatisfy(sheet.reads)
        guard isWhole else { return "no data on this day of what you have a right to read" }
        let isNotWorn = sheet.hasWatch && sheet.isOver
        return "no data on this day" + (isNotWorn ? ": the watch was \(LogSheet.notWorn)" : "")
    }

    private static let labelWidth = 20

    private static func draw(
        _ metric: LogMetric, _ day: DayBucket, _ sheet: LogSheet, row: Int, _ column: Int,
        on screen: inout Screen
    ) {
        screen.put(label(metric), row: row, column: column, Theme.label)
        let start = column + labelWidth
        if let value = day[metric, sheet.units] {
            let isAdded = metric == .day(.bodyMass) && sheet.state.addedMass != nil
            screen.put(
                metric.textWithUnit(value, sheet.units) + (isAdded ? " \(ValueList.byHand)" : ""),
                row: row, column: start, isAdded ? Theme.caution : Theme.value)
        } else {
            screen.put(sheet.lackText(metric, on: day), row: row, column: start, Theme.stale)
        }
    }

    private static func label(_ metric: LogMetric) -> String {
        if metric == .day(.heartRateVariability) { return "HRV (SDNN)" }
        return metric.statistic == .average ? "average heart rate" : metric.title.lowercased()
    }
}

/// Draws the steps of a day as a bar that fills towards the goal.
enum StepsBar {
    static func draw(
        _ day: DayBucket, _ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen
    ) {
        let row = area.row
        var column = screen.put("steps", row: row, column: area.column + 1, Theme.label) + 1
        guard let steps = day[.day(.steps), sheet.units] else {
            screen.put(
                sheet.lackText(.day(.steps), on: day), row: row, column: column, Theme.stale)
            return
        }
        let goal = Double(sheet.state.preferences.goal)
        let text = LogMetric.day(.steps).text
        column = screen.put(text(steps), row: row, column: column, Theme.value)
        column = screen.put(" of \(text(goal))", row: row, column: column, Theme.label) + 1
        let words = outcome(steps, goal)
        let width = area.endColumn - column - words.count - 2
        let style = steps >= goal ? Theme.good : Theme.pace
        if width >= 6 {
            let bar = ProgressBar.text(steps / goal, width: width, symbols: sheet.symbols)
            screen.put(sheet.marks.scale, row: row, column: column - 1, Theme.grid)
            screen.put(bar, row: row, column: column, style)
            screen.put(sheet.marks.scale, row: row, column: column + width, Theme.grid)
        }
        screen.putRight(words, row: row, endColumn: area.endColumn, style)
    }

    /// Rounded down, so that only a goal that is reached has 100 %.
    static func outcome(_ steps: Double, _ goal: Double) -> String {
        let percent = "\(NumberText.whole((steps * 100 / goal).rounded(.down))) %"
        let left = goal - steps
        return left <= 0
            ? "\(percent), reached"
            : "\(percent), \(QuantityText.count(NumberText.whole(left))) left"
    }
}
