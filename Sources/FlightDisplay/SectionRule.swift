import Terminal

/// The line above a part of the display: its name, a line as far as there is room, and a note.
enum SectionRule {
    static func draw(
        _ title: String, note: String = "", _ frame: Frame, row: Int, column: Int, columns: Int,
        on screen: inout Screen
    ) {
        let area = ScreenArea(row: row, column: column, rows: 1, columns: columns)
        screen.fill(area, frame.marks.rule, Theme.grid)
        let end = screen.put(
            " \(title) ", row: row, column: column + 1, Theme.label, width: columns - 2)
        let room = area.endColumn - 1 - end
        guard !note.isEmpty, note.count + 3 <= room else { return }
        screen.putRight(" \(note) ", row: row, endColumn: area.endColumn - 1, Theme.label)
    }
}
