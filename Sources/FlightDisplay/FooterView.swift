import Terminal

/// The last line: what the keys do, or what has just happened.
enum FooterView {
    static func draw(_ frame: Frame, on screen: inout Screen) {
        let row = screen.rows - 1
        if let notice = frame.state.notice {
            screen.put(notice, row: row, column: 0, Theme.caution)
            return
        }
        var column = 0
        for (key, text) in keys(frame) where column + key.count + 1 + text.count <= screen.columns {
            column = screen.put(key, row: row, column: column, Theme.title) + 1
            column = screen.put(text, row: row, column: column, Theme.label) + 2
        }
    }

    /// The most useful first, except that how to leave is always told.
    private static func keys(_ frame: Frame) -> [(String, String)] {
        let preferences = frame.state.preferences
        let pause = frame.state.frozen == nil ? "pause" : "go on"
        return switch preferences.view {
        case .flight:
            [
                ("q", "quit"), ("?", "help"), ("n/p", "session"), ("t", "table"),
                ("w", preferences.window), ("s", preferences.smoothing),
                ("space", pause), ("g", "\(preferences.graphMinutes) min"),
                ("l", "log"),
                ("u", preferences.units.distanceName), ("y", preferences.symbols.rawValue),
            ]
        case .fleet:
            [
                ("q", "quit"), ("?", "help"), ("up/down", "choose"), ("enter", "open"),
                ("o", "by \(preferences.order.rawValue)"), ("r", "reverse"), ("space", pause),
                ("u", preferences.units.distanceName), ("y", preferences.symbols.rawValue),
            ]
        }
    }
}
