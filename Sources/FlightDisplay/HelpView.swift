import Terminal

/// What the keys do and what the signs mean.
enum HelpView {
    private static let keys: [(String, String)] = [
        ("n p, right left", "next, previous session"),
        ("t", "table of the fleet, and back"),
        ("up down, j k", "choose a row; enter opens it"),
        ("g G", "first, last session; page up, page down"),
        ("o O r", "sort by the next, the last column; reverse"),
        ("/", "filter by name, plan or athlete; esc: all"),
        ("[ ], 0 to 7", "a page for each phase; 0: all of them"),
        ("P X S", "pause or resume, stop, start; y confirms"),
        ("m", "mouse: click, again to open, wheel; m: off"),
        ("w", "window of the statistics"),
        ("s", "smoothing of the values"),
        ("g", "span of the graphs"),
        ("u y", "units; symbols: braille, block, ascii"),
        ("space", "freeze the picture; the flight goes on"),
        ("ctrl-l", "draw everything anew"),
        ("? q", "this help; quit"),
    ]

    private static func signs(_ marks: Marks) -> [(String, String)] {
        [
            (marks.stale, "dim: older than three strides"),
            ("--", "not measured; \"no sensor\": never was"),
            (marks.band, "pace within the mission's band"),
            ("Z1-Z5", "zones: 50, 60, 70, 80, 90 % of the reserve"),
            ("reached", "a phase changes once the level has held"),
        ]
    }

    static func draw(_ frame: Frame, on screen: inout Screen) {
        let rows = keys + [("", "")] + signs(frame.marks)
        let area = ScreenArea(
            row: max(0, (screen.rows - rows.count - 2) / 2),
            column: max(0, (screen.columns - 64) / 2), rows: min(rows.count + 2, screen.rows),
            columns: min(64, screen.columns))
        screen.fill(area)
        screen.drawFrame(area, title: "Help: any key closes it", symbols: frame.symbols, .plain)
        for (offset, row) in rows.prefix(max(0, area.rows - 2)).enumerated() {
            let line = area.row + 1 + offset
            screen.put(row.0, row: line, column: area.column + 2, Theme.title, width: 16)
            screen.put(
                row.1, row: line, column: area.column + 19, width: max(0, area.columns - 20))
        }
    }
}
