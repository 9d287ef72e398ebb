import Terminal
import Vocabulary

/// The list of what has happened, newest last.
enum LogView {
    static func draw(_ frame: Frame, in area: ScreenArea, on screen: inout Screen) {
        SectionRule.draw(
            "FLIGHT LOG", frame, row: area.row, column: area.column, columns: area.columns,
            on: &screen)
        let entries = frame.picture.flight?.log.entries.suffix(max(0, area.rows - 1)) ?? []
        for (offset, entry) in entries.enumerated() {
            let row = area.row + 1 + offset
            let column = screen.put(
                NumberText.timeOfDay(entry.at), row: row, column: area.column + 1, Theme.label,
                width: area.columns - 1)
            screen.put(
                text(entry, frame), row: row, column: column + 1, Theme.entry(entry.kind),
                width: area.endColumn - column - 1, cutMark: frame.marks.cut)
        }
    }

    private static func text(_ entry: FlightLog.Entry, _ frame: Frame) -> String {
        guard let speed = entry.speed else { return entry.text }
        let pace = NumberText.pace(frame.units.pace(metresPerSecond: speed))
        return "\(entry.text) at \(pace) \(frame.units.paceName)"
    }
}
