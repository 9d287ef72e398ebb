import CivilTime
import FlightDisplay
import Readout
import Terminal
import Vocabulary
import WireProtocol

/// Draws the seven days to choose from: their steps and the lengths of their runs.
enum WeekStrip {
    static let rows = 3

    static func draw(_ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen) {
        let week = sheet.state.preferences.weekStart.start(of: sheet.date)
        for index in 0..<7 {
            let start = area.columns * index / 7
            let cell = ScreenArea(
                row: area.row, column: area.column + start, rows: rows,
                columns: area.columns * (index + 1) / 7 - start)
            draw(week.adding(days: index), sheet, in: cell, on: &screen)
        }
    }

    private static func draw(
        _ date: CivilDate, _ sheet: LogSheet, in cell: ScreenArea, on screen: inout Screen
    ) {
        let isChosen = date == sheet.date
        // "[Thu 26 *]", the widest head, takes 10 columns.
        let isNarrow = cell.columns < 10
        let name = cell.columns < 8 ? "" : "\(date.weekday.short) "
        let mark = date == sheet.today ? (isNarrow ? "*" : " *") : ""
        let head = "\(name)\(date.day)\(mark)"
        let shown = isChosen && head.count + 2 <= cell.columns ? "[\(head)]" : head
        screen.putCentered(
            shown, row: cell.row, area: cell, isChosen ? Theme.box : style(date, sheet))
        screen.putCentered(
            steps(date, sheet, isNarrow: cell.columns < 8), row: cell.row + 1, area: cell,
            sheet.days[date]?.isOpen ?? false ? Theme.label : CellStyle.plain)
        screen.putCentered(
            run(date, sheet, isNarrow: cell.columns < 8), row: cell.row + 2, area: cell,
            Theme.pace)
    }

    private static func style(_ date: CivilDate, _ sheet: LogSheet) -> CellStyle {
        date > sheet.today ? Theme.label : date.weekday.isWeekend ? Theme.heading : Theme.title
    }

    /// The text of a day's steps: blank if not known yet, `--` without a value.
    private static func steps(
        _ date: CivilDate, _ sheet: LogSheet, isNarrow: Bool
    ) -> String {
        guard date <= sheet.today, let day = sheet.days[date] else { return "" }
        guard let steps = day[.day(.steps), sheet.units] else {
            guard sheet.reads(.day(.steps)) else { return isNarrow ? "" : GreetedRights.mark }
            let isNotWorn = !isNarrow && sheet.isNotWorn(for: .day(.steps), on: day)
            return isNotWorn ? LogSheet.notWorn : "--"
        }
        guard isNarrow else { return LogMetric.day(.steps).text(steps) }
        return "\(NumberText.fixed(steps / 1000, steps < 9950 ? 1 : 0))k"
    }

    private static func run(_ date: CivilDate, _ sheet: LogSheet, isNarrow: Bool) -> String {
        let runs = sheet.state.runs(on: date)
        guard !runs.isEmpty else { return "" }
        if runs.allSatisfy({ $0.summary == nil }) { return "aloft" }
        guard sheet.readsLengths else { return "run" }
        let totals = RunTotals(runs)
        return isNarrow ? totals.length(sheet.units) : totals.lengthWithUnit(sheet.units)
    }
}
