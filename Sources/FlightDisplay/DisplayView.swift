import Terminal

/// The whole screen.
package enum DisplayView {
    /// Smaller than this nothing can be read.
    static let columnsMin = 36
    static let rowsMin = 8

    /// Draws a state; the same state at the same time is the same picture.
    ///
    /// - Parameter monotonic: microseconds of the machine's monotonic clock.
    package static func draw(
        _ state: DisplayState, at monotonic: Int64, columns: Int, rows: Int
    ) -> Screen {
        var screen = Screen(columns: columns, rows: rows)
        guard columns >= columnsMin, rows >= rowsMin else {
            screen.put(
                "\(columnsMin)x\(rowsMin) at least", row: 0, column: 0, Theme.caution)
            return screen
        }
        let frame = Frame(state, at: monotonic)
        HeaderView.draw(frame, on: &screen)
        drawBody(frame, on: &screen)
        FooterView.draw(frame, on: &screen)
        if state.preferences.showsHelp { HelpView.draw(frame, on: &screen) }
        return screen
    }

    private static func drawBody(_ frame: Frame, on screen: inout Screen) {
        switch frame.state.preferences.view {
        case .fleet: FleetView.draw(frame, on: &screen)
        case .flight where frame.picture.flight == nil: drawWaiting(frame, on: &screen)
        case .flight
        where screen.columns < FlightLayout.columnsMin || screen.rows < FlightLayout.rowsMin:
            CompactView.draw(frame, on: &screen)
        case .flight: FlightView.draw(frame, on: &screen)
        }
    }

    private static func drawWaiting(_ frame: Frame, on screen: inout Screen) {
        let text: String
        switch frame.link {
        case .lost(let reason, _, _): text = reason
        case .connecting: text = "waiting for the daemon's greeting"
        case .catchingUp, .live, .silent: text = "waiting for the session's first line"
        }
        screen.putCentered(text, row: screen.rows / 2, area: screen.area, Theme.label)
    }
}
