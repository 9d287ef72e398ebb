import Terminal

/// The flight display: two tapes, the phase between them, mission, numbers and graphs below.
enum FlightView {
    /// What it needs at least; below, ``CompactView`` takes its place.
    static let columnsMin = 72
    static let rowsMin = 22

    private static let logColumns = 34
    private static let tapeColumns = 17

    static func draw(_ frame: Frame, on screen: inout Screen) {
        let hasLog = screen.columns >= 80 + logColumns
        let width = hasLog ? screen.columns - logColumns - 1 : screen.columns
        let tapeRows = tapeRows(screen.rows)
        drawInstruments(
            frame, ScreenArea(row: 1, column: 0, rows: tapeRows, columns: width), on: &screen)
        let mission = 1 + tapeRows
        MissionView.draw(frame, row: mission, width: width, on: &screen)
        CellsView.draw(frame, row: mission + 3, width: width, on: &screen)
        let graphs = mission + 5 + (screen.rows >= 30 ? 1 : 0)
        GraphsView.draw(
            frame,
            in: ScreenArea(
                row: graphs, column: 0, rows: screen.rows - 1 - graphs, columns: width),
            on: &screen)
        guard hasLog else { return }
        LogView.draw(
            frame,
            in: ScreenArea(
                row: 1, column: width + 1, rows: screen.rows - 2, columns: logColumns),
            on: &screen)
    }

    /// An odd number, so that the box is in the middle: half of a high screen, 11 of 24.
    private static func tapeRows(_ rows: Int) -> Int {
        let half = max(9, min(25, (rows - 2) / 2))
        return half % 2 == 0 ? half - 1 : half
    }

    private static func drawInstruments(
        _ frame: Frame, _ area: ScreenArea, on screen: inout Screen
    ) {
        let tape = min(tapeColumns, area.columns / 4)
        PaceTapeView.draw(
            frame,
            in: ScreenArea(row: area.row, column: area.column, rows: area.rows, columns: tape),
            on: &screen)
        HeartRateTapeView.draw(
            frame,
            in: ScreenArea(
                row: area.row, column: area.column + area.columns - tape, rows: area.rows,
                columns: tape),
            on: &screen)
        PhaseView.draw(
            frame,
            in: ScreenArea(
                row: area.row, column: area.column + tape, rows: area.rows,
                columns: area.columns - 2 * tape),
            on: &screen)
    }
}
