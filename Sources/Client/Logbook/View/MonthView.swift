import CivilTime
import FlightDisplay
import PlainText
import Readout
import Terminal
import Vocabulary
import WireProtocol

/// Draws a month as a calendar: the kilometres or miles of each day, and the totals of the weeks
/// and of the month.
enum MonthView {
    private static let sumWidth = 10

    static func draw(_ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen) {
        let first = sheet.date.startOfMonth
        let title = "\(first.monthName) \(first.year)".uppercased()
        SectionRule.draw(title, note: note(sheet), sheet.marks, area, on: &screen)
        let hasSums = area.columns >= 60
        let width = (area.columns - (hasSums ? sumWidth : 0)) / 7
        drawHead(sheet, width, hasSums, row: area.row + 1, on: &screen)
        let weeks = weeks(of: first, sheet.state.preferences.weekStart)
        let totals = 3
        let height = max(1, min(4, (area.rows - 2 - totals) / max(weeks.count, 1)))
        for (index, week) in weeks.enumerated() {
            let row = area.row + 2 + index * height
            for weekday in 0..<7 {
                let cell = ScreenArea(
                    row: row, column: weekday * width, rows: height, columns: width)
                let date = week.adding(days: weekday)
                guard date.startOfMonth == first else { continue }
                draw(date, sheet, in: cell, on: &screen)
            }
            // The sum stands beside the lengths of the days, one row below their numbers.
            let sumRow = row + (height > 1 ? 1 : 0)
            if hasSums { drawSum(of: week, first, sheet, row: sumRow, area, on: &screen) }
        }
        drawTotals(first, sheet, in: area.from(2 + weeks.count * height), on: &screen)
    }

    /// The mark of a day of which a finding is told.
    private static let truthMark = "!"

    /// What the numbers and marks of the days are.
    private static func note(_ sheet: LogSheet) -> String {
        let lengths = "\(sheet.units.longUnitName)s run"
        guard sheet.state.showsTruth else { return lengths }
        return "\(lengths), \(truthMark) " + (sheet.state.lackOfTruth ?? "finding")
    }

    /// The first days of the weeks that a month touches.
    static func weeks(of first: CivilDate, _ start: WeekStart) -> [CivilDate] {
        let end = first.adding(months: 1)
        return Array(
            sequence(first: start.start(of: first)) { week in
                let next = week.adding(days: 7)
                return next < end ? next : nil
            })
    }

    private static func drawHead(
        _ sheet: LogSheet, _ width: Int, _ hasSums: Bool, row: Int, on screen: inout Screen
    ) {
        for (index, weekday) in sheet.state.preferences.weekStart.weekdays.enumerated() {
            let name = String(weekday.short.prefix(width < 7 ? 2 : 3))
            screen.putRight(name, row: row, endColumn: (index + 1) * width - 1, Theme.label)
        }
        if hasSums {
            screen.putRight("week", row: row, endColumn: 7 * width + sumWidth - 1, Theme.label)
        }
    }

    private static func draw(
        _ date: CivilDate, _ sheet: LogSheet, in cell: ScreenArea, on screen: inout Screen
    ) {
        let isChosen = date == sheet.date
        let truth = sheet.state.truth(of: date)?.findings.isEmpty ?? true ? "" : truthMark
        let mark = date == sheet.today ? "*" : ""
        let number = isChosen ? "[\(truth)\(date.day)\(mark)]" : "\(truth)\(date.day)\(mark) "
        let style =
            isChosen ? Theme.box : date > sheet.today ? Theme.label : CellStyle.plain
        let end = cell.endColumn - 1
        guard cell.rows > 1 else {
            // In a low area the length replaces the number.
            let text = length(date, sheet, in: cell)
            screen.putRight(
                text.isEmpty ? number : truth + text, row: cell.row, endColumn: end,
                isChosen ? Theme.box : text.isEmpty ? style : Theme.pace)
            return
        }
        screen.putRight(number, row: cell.row, endColumn: end + 1, style)
        screen.putRight(
            length(date, sheet, in: cell), row: cell.row + 1, endColumn: end, Theme.pace)
        guard cell.rows > 2, date <= sheet.today, let day = sheet.days[date] else { return }
        let steps =
            day[.day(.steps), sheet.units].map(LogMetric.day(.steps).text)
            ?? (sheet.reads(.day(.steps)) ? blank(day, sheet, cell.columns) : "")
        screen.putRight(steps, row: cell.row + 2, endColumn: end, Theme.label)
    }

    /// The length of a day's runs; without a run, whether something else is known of the day.
    private static func length(
        _ date: CivilDate, _ sheet: LogSheet, in cell: ScreenArea
    ) -> String {
        let runs = sheet.state.runs(on: date)
        if runs.isEmpty {
            guard date <= sheet.today, let day = sheet.days[date] else { return "" }
            let isNotWorn = isNotWorn(day, sheet)
            // A high cell says it in its row of steps, and a low one needs the row for the number.
            if isNotWorn, cell.rows > 2 { return "" }
            return isNotWorn && cell.rows == 2 || day.isEmpty
                ? blank(day, sheet, cell.columns) : ""
        }
        if runs.allSatisfy({ $0.summary == nil }) { return "aloft" }
        return sheet.readsLengths ? RunTotals(runs).length(sheet.units) : "run"
    }

    /// The mark of a day without steps.
    private static func blank(_ day: DayBucket, _ sheet: LogSheet, _ width: Int) -> String {
        // A column stays free on either side.
        let hasRoom = width > LogSheet.notWorn.count + 1
        return hasRoom && isNotWorn(day, sheet) ? LogSheet.notWorn : "--"
    }

    private static func isNotWorn(_ day: DayBucket, _ sheet: LogSheet) -> Bool {
        sheet.reads(.day(.steps)) && sheet.isNotWorn(for: .day(.steps), on: day)
    }

    private static func drawSum(
        of week: CivilDate, _ first: CivilDate, _ sheet: LogSheet, row: Int, _ area: ScreenArea,
        on screen: inout Screen
    ) {
        let start = max(week, first)
        let end = min(week.adding(days: 7), first.adding(months: 1))
        let totals = totals(start..<end, sheet)
        guard totals.count > 0, sheet.readsLengths else { return }
        let column = (area.columns - sumWidth) / 7 * 7
        screen.putRight(
            totals.length(sheet.units), row: row, endColumn: column + sumWidth - 1, Theme.value)
    }

    private static func totals(_ dates: Range<CivilDate>, _ sheet: LogSheet) -> RunTotals {
        RunTotals(sheet.state.runs(in: sheet.calendar.range(of: dates)))
    }

    /// Draws the month's totals: of its runs, and of its days.
    private static func drawTotals(
        _ first: CivilDate, _ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen
    ) {
        SectionRule.draw("TOTALS", sheet.marks, area, on: &screen)
        let totals = totals(first..<first.adding(months: 1), sheet)
        let text = text(totals, sheet)
        let state: String
        switch sheet.runLack {
        case .refused(let refusal): state = "runs are not known: \(refusal.reason)"
        case .waiting: state = "\(text) so far, reading ..."
        case .unlinked: state = "\(text) so far, the link is lost"
        case nil: state = text
        }
        let style = sheet.runLack == nil ? CellStyle.plain : Theme.caution
        screen.put(
            state, row: area.row + 1, column: area.column + 1, style, width: area.columns - 1,
            cutMark: sheet.marks.cut)
        screen.put(
            days(sheet), row: area.row + 2, column: area.column + 1, Theme.label,
            width: area.columns - 1, cutMark: sheet.marks.cut)
    }

    private static func text(_ totals: RunTotals, _ sheet: LogSheet) -> String {
        guard totals.count > 0 else { return "no runs" }
        let runs = totals.count.counted("run")
        guard sheet.readsLengths else { return "\(runs), \(GreetedRights.mark) to their length" }
        let longest = sheet.units.distance(metres: totals.longest)
        return "\(runs), \(totals.lengthWithUnit(sheet.units)) in \(sheet.time(totals)), "
            + "longest \(NumberText.fixed(longest, 1)) \(sheet.units.distanceName)"
    }

    private static func days(_ sheet: LogSheet) -> String {
        switch sheet.lack {
        case .waiting: return "reading the days ..."
        case .unlinked: return "the days are not known: the link is lost"
        case .refused(let refusal): return "days are not known: \(refusal.reason)"
        case nil: break
        }
        let buckets = sheet.days.values.sorted { $0.start < $1.start }
        let parts: [String] = [.steps, .sleep, .bodyMass].compactMap { (metric: DayMetric) in
            let shown = LogMetric.day(metric)
            let series = DailySeries(shown, buckets, sheet.units, date: sheet.calendar.date)
            guard sheet.reads(shown) else {
                return "\(GreetedRights.mark) to \(shown.title.lowercased())"
            }
            guard let average = series.average else { return nil }
            return "\(shown.title.lowercased()) \(shown.textWithUnit(average, sheet.units))"
        }
        return parts.isEmpty
            ? "no data of days" : "a day on average: " + parts.joined(separator: ", ")
    }
}
