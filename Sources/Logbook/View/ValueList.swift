import CivilTime
import FlightDisplay
import PlainText
import Terminal
import Vocabulary

/// Draws the values of a metric, the newest first: entries, or the days of what only runs have.
enum ValueList {
    static func draw(
        _ metric: LogMetric, _ series: DailySeries, _ sheet: LogSheet, in area: ScreenArea,
        on screen: inout Screen
    ) {
        let rows = rows(metric, series, sheet)
        let room = max(0, area.rows - 1)
        let chosen = min(sheet.state.place.row, max(0, rows.count - 1))
        let top = max(0, min(chosen - room / 2, rows.count - room))
        let shown = rows[top...].prefix(room)
        SectionRule.draw(
            "VALUES", note: rows.isEmpty ? "" : "\(chosen + 1) of \(rows.count)", sheet.marks, area,
            on: &screen)
        if rows.isEmpty { return drawNone(sheet, in: area.from(1), on: &screen) }
        for (offset, row) in shown.enumerated() {
            let isChosen = top + offset == chosen
            draw(
                row, isChosen: isChosen, sheet,
                in: ScreenArea(
                    row: area.row + 1 + offset, column: area.column, rows: 1,
                    columns: area.columns), on: &screen)
        }
    }

    private struct Row {
        let when: String
        let value: String
        let source: String
    }

    private static func draw(
        _ row: Row, isChosen: Bool, _ sheet: LogSheet, in area: ScreenArea,
        on screen: inout Screen
    ) {
        let style = isChosen ? Theme.title : CellStyle.plain
        screen.put(
            isChosen ? sheet.marks.row : " ", row: area.row, column: area.column, Theme.trend)
        let end = screen.put(row.when, row: area.row, column: area.column + 1, Theme.label)
        let width = max(0, area.endColumn - end - 1)
        let text = row.source.isEmpty ? row.value : "\(row.value) \(row.source)"
        let fits = text.count <= width ? text : row.value
        screen.putRight(
            fits, row: area.row, endColumn: area.endColumn,
            row.source == byHand ? Theme.caution : style)
    }

    static let byHand = "by hand"

    private static func rows(
        _ metric: LogMetric, _ series: DailySeries, _ sheet: LogSheet
    ) -> [Row] {
        guard metric.dayMetric != nil else {
            return series.days.reversed().compactMap { day in
                day.value.map {
                    Row(when: day.date.short, value: metric.text($0), source: "")
                }
            }
        }
        let entries = sheet.state.shelf.list?.entries ?? []
        return entries.map { entry in
            Row(
                when: when(entry, sheet),
                value: metric.shown(entry.value).map(metric.text) ?? "--",
                source: entry.isManual ? byHand : "")
        }
    }

    /// `Fri 6 Mar 07:05`, or `14:00-14:15` for what takes time.
    private static func when(_ entry: LogEntry, _ sheet: LogSheet) -> String {
        let end = sheet.calendar.time(entry.end)
        let date = sheet.calendar.date(
            at: entry.start == entry.end
                ? entry.end
                : entry.end - FleetDuration(ticks: 1))
        let span = entry.start == entry.end ? end : "\(sheet.calendar.time(entry.start))-\(end)"
        return "\(date.day) \(date.monthName.prefix(3)) \(span)"
    }

    private static func drawNone(
        _ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen
    ) {
        let stream = sheet.state.stream { want in
            if case .values = want { true } else { false }
        }
        if let refusal = stream?.refusal {
            return Lack.refused(refusal).draw(in: area, on: &screen)
        }
        if let stream, !stream.isLive { return Lack.waiting.draw(in: area, on: &screen) }
        screen.put("no data", row: area.row, column: area.column + 1, Theme.label)
    }
}
