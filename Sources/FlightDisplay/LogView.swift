import Terminal
import Vocabulary

/// The list of what has happened, newest last.
enum LogView {
    static func draw(_ frame: Frame, in area: ScreenArea, on screen: inout Screen) {
        screen.put("FLIGHT LOG", row: area.row, column: area.column, Theme.label)
        let entries = frame.picture.flight?.log.entries.suffix(max(0, area.rows - 1)) ?? []
        for (offset, entry) in entries.enumerated() {
            let row = area.row + 1 + offset
            let column = screen.put(
                NumberText.timeOfDay(entry.at), row: row, column: area.column, Theme.label)
            screen.put(
                entry.text, row: row, column: column + 1, Theme.entry(entry.kind),
                width: area.columns - 9)
        }
    }
}
