import FlightDisplay
import Terminal
import Vocabulary
import WireProtocol

/// The page of a logbook as plain text, and the daemon's lines that the page shows.
package enum LogbookText {
    /// The rows for the parts of fixed height and for short lists.
    private static let usualRows = 60

    /// - Parameter columns: the width of the text.
    package static func lines(_ state: LogbookState, columns: Int) -> [String] {
        let rows = usualRows + listed(state)
        var screen = Screen(columns: max(columns, ReadableScreen.columnsMin), rows: rows)
        screen.put(fitting: LogHeader.parts(state), row: 0, before: screen.columns + 1)
        LogbookView.drawPage(
            state, in: ScreenArea(row: 1, column: 0, rows: rows - 1, columns: screen.columns),
            on: &screen)
        var lines = screen.text
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines
    }

    /// The number of rows in the page's list, which no screen limits.
    private static func listed(_ state: LogbookState) -> Int {
        switch state.place.page {
        case .metric: state.listedValues.count
        case .run:
            state.shownRun.flatMap { state.shelf[flight: $0] }?.log.entries.count ?? 0
        case .day, .month, .weeks: 0
        }
    }
}

extension LogbookState {
    /// Whether the page shows data from a line.
    package func shows(_ line: JSONValue) -> Bool {
        if line["type"]?.text == "bucket" { return true }
        let stream = streams.first { $0.subscription.name == line["sub"]?.text }
        switch (stream?.want, line.type) {
        case (.runs, .entry): return line["run"] != nil
        case (.values, .entry), (.night, .entry): return line["run"] == nil
        case (.truths, .truth): return true
        case (.flight, .snapshot), (.flight, .phase), (.flight, .advisory), (.flight, .event),
            (.flight, .end):
            return true
        case _: return false
        }
    }
}
