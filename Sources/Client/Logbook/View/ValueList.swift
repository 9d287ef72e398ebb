import CivilTime
import FlightDisplay
import Terminal

/// Draws the values of a metric, the newest first, and marks the chosen one.
enum ValueList {
    static func draw(_ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen) {
        let values = sheet.state.listedValues
        let room = max(0, area.rows - 1)
        let chosen = min(sheet.state.place.row, max(0, values.count - 1))
        let top = max(0, min(chosen - room / 2, values.count - room))
        SectionRule.draw(
            "VALUES", note: note(chosen, of: values.count, sheet), sheet.marks, area, on: &screen)
        if values.isEmpty { return drawNone(sheet, in: area.from(1), on: &screen) }
        for (offset, value) in values[top...].prefix(room).enumerated() {
            let line = area.line(area.row + 1 + offset)
            draw(value, isChosen: top + offset == chosen, sheet, in: line, on: &screen)
        }
    }

    private static func note(_ chosen: Int, of count: Int, _ sheet: LogSheet) -> String {
        let isReading = stream(sheet).map { $0.isOpen && !$0.isLive } ?? false
        guard count > 0 else { return "" }
        return "\(chosen + 1) of \(count)" + (isReading ? ", reading" : "")
    }

    private static func draw(
        _ value: ListedValue, isChosen: Bool, _ sheet: LogSheet, in area: ScreenArea,
        on screen: inout Screen
    ) {
        screen.put(
            isChosen ? sheet.marks.row : " ", row: area.row, column: area.column, Theme.trend)
        let end = screen.put(
            when(value, sheet), row: area.row, column: area.column + 1, Theme.label)
        let isManual = value.entry?.isManual ?? false
        let source = isManual ? " \(byHand)" : value.isWhole ? "" : " *"
        let text = sheet.state.place.metric.text(value.value)
        let fits = text.count + source.count < area.endColumn - end
        screen.putRight(
            fits ? text + source : text, row: area.row, endColumn: area.endColumn,
            isManual ? Theme.caution : isChosen ? Theme.title : CellStyle.plain)
    }

    static let byHand = "by hand"

    /// `Fri 6 Mar`, `6 Mar 07:05`, or `6 Mar 23:10-06:40` for a span.
    private static func when(_ value: ListedValue, _ sheet: LogSheet) -> String {
        guard let entry = value.entry else { return value.date.short }
        let end = sheet.calendar.zone.clock(entry.end)
        let span =
            entry.start == entry.end ? end : "\(sheet.calendar.zone.clock(entry.start))-\(end)"
        return "\(value.date.day) \(value.date.monthName.prefix(3)) \(span)"
    }

    private static func stream(_ sheet: LogSheet) -> LogStream? {
        sheet.state.stream { want in
            if case .values = want { true } else { false }
        }
    }

    private static func drawNone(
        _ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen
    ) {
        let stream = stream(sheet)
        if let refusal = stream?.refusal {
            return Lack.refused(refusal).draw(in: area, on: &screen)
        }
        if let stream, !stream.isLive { return Lack.waiting.draw(in: area, on: &screen) }
        screen.put("no data", row: area.row, column: area.column + 1, Theme.label)
    }
}
