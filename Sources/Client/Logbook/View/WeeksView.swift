import CivilTime
import FlightDisplay
import PlainText
import Readout
import Terminal
import Vocabulary
import WireProtocol

/// Draws weeks as bars of the kilometres run, the newest at the bottom.
enum WeeksView {
    static func draw(_ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen) {
        guard let dates = sheet.state.dates else { return }
        let weeks = (0..<LogbookPlace.weeks).map { index -> Week in
            let start = dates.lowerBound.adding(days: 7 * index)
            return week(start, sheet)
        }
        let room = max(0, area.rows - 3)
        let skipped = max(0, min(weeks.count - room, weeks.count - 1 - sheet.state.place.row))
        let shown = weeks[skipped...].prefix(room)
        SectionRule.draw(
            "\(sheet.units.longUnitName.uppercased())S BY WEEK", note: note(weeks, sheet),
            sheet.marks, area, on: &screen)
        let most = weeks.map(\.totals.metres).max() ?? 0
        let chosen = weeks.count - 1 - sheet.state.place.row
        for (offset, week) in shown.enumerated() {
            let isChosen = shown.startIndex + offset == chosen
            draw(
                week, most, isChosen: isChosen, sheet, row: area.row + 1 + offset, area, on: &screen
            )
        }
        drawState(sheet, weeks, row: area.row + 1 + shown.count, area, on: &screen)
    }

    private struct Week {
        let start: CivilDate
        let totals: RunTotals
        /// Whether the week's runs have been read.
        let isKnown: Bool
    }

    private static func week(_ start: CivilDate, _ sheet: LogSheet) -> Week {
        let range = sheet.calendar.range(of: start..<start.adding(days: 7))
        return Week(
            start: start, totals: RunTotals(sheet.state.runs(in: range)),
            isKnown: sheet.state.shelf.isRead(range))
    }

    /// The average of the weeks that are over.
    private static func note(_ weeks: [Week], _ sheet: LogSheet) -> String {
        let whole = weeks.filter { $0.isKnown && $0.start.adding(days: 7) <= sheet.today }
            .map(\.totals.metres)
        guard !whole.isEmpty, whole.contains(where: { $0 > 0 }) else { return "" }
        let average = sheet.units.distance(metres: whole.reduce(0, +) / Double(whole.count))
        return "average of \(whole.count.counted("week")) \(NumberText.fixed(average, 1)) "
            + sheet.units.distanceName
    }

    private static func draw(
        _ week: Week, _ most: Double, isChosen: Bool, _ sheet: LogSheet, row: Int,
        _ area: ScreenArea, on screen: inout Screen
    ) {
        let isPresent = sheet.state.preferences.weekStart.start(of: sheet.today) == week.start
        let isWide = area.columns >= 60
        let day = "\(week.start.day) \(week.start.monthName.prefix(3))".padded(to: 6, .right)
        // A week that begins on Sunday shares six days with the numbered week.
        let number = "W\(week.start.adding(days: 3).isoWeek)".padded(to: 4, .left)
        let name = isWide ? number + day : day
        let mark = isChosen ? sheet.marks.row : " "
        var column = screen.put(
            "\(mark)\(name)\(isPresent ? "*" : " ")", row: row, column: area.column,
            isChosen ? Theme.title : Theme.label)
        let future = week.start > sheet.today
        let figures = future ? "" : week.isKnown ? figures(week.totals, isWide, sheet) : "not read"
        let width = area.endColumn - column - figures.count - 2
        column += 1
        let share = most > 0 ? week.totals.metres / most : 0
        let bar = ProgressBar.text(share, width: max(0, width), symbols: sheet.symbols)
        screen.put(
            bar.replacing("-", with: " "), row: row, column: column,
            isPresent ? Theme.caution : Theme.pace)
        screen.putRight(
            figures, row: row, endColumn: area.endColumn,
            week.totals.count > 0 ? CellStyle.plain : Theme.label)
    }

    private static func figures(
        _ totals: RunTotals, _ isWide: Bool, _ sheet: LogSheet
    ) -> String {
        let run = sheet.readsLengths ? totals.lengthWithUnit(sheet.units) : GreetedRights.mark
        let length = run.padded(to: 9, .right)
        guard isWide else { return length }
        let runs = totals.count.counted("run").padded(to: 9, .right)
        return length + runs + sheet.time(totals).padded(to: 10, .right)
    }

    private static func drawState(
        _ sheet: LogSheet, _ weeks: [Week], row: Int, _ area: ScreenArea, on screen: inout Screen
    ) {
        if let lack = sheet.runLack {
            return lack.draw(in: area.from(row - area.row), on: &screen)
        }
        let isUnfinished = weeks.last.map { $0.start.adding(days: 7) > sheet.today } ?? false
        guard isUnfinished else { return }
        screen.put("* not over yet", row: row, column: area.column + 1, Theme.label)
    }
}
