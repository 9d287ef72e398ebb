import CivilTime
import FlightDisplay
import PlainText
import Readout
import Terminal
import Vocabulary

/// Draws the whole screen of the logbook.
package enum LogbookView {
    /// The smallest size at which the logbook is readable.
    static let columnsMin = 36
    static let rowsMin = 8

    /// Draws a state. The result depends on the arguments alone.
    package static func draw(
        _ state: LogbookState, at now: MonotonicInstant, columns: Int, rows: Int
    ) -> Screen {
        var screen = Screen(columns: columns, rows: rows)
        guard columns >= columnsMin, rows >= rowsMin else {
            screen.put("\(columnsMin)x\(rowsMin) at least", row: 0, column: 0, Theme.caution)
            return screen
        }
        var state = state
        state.pass(to: now)
        LogHeader.draw(state, at: now, on: &screen)
        let page = ScreenArea(row: 1, column: 0, rows: rows - 2, columns: columns)
        drawPage(state, in: page.from(drawNote(state, in: page, on: &screen)), on: &screen)
        LogFooter.draw(state, on: &screen)
        if let top = state.helpTop {
            HelpBox.draw(LogHelp.sections, top: top, state.preferences.symbols, on: &screen)
        }
        return screen
    }

    /// Draws the note about the whole logbook.
    ///
    /// - Returns: the number of rows drawn.
    private static func drawNote(
        _ state: LogbookState, in area: ScreenArea, on screen: inout Screen
    ) -> Int {
        guard let note = state.lapsNote else { return 0 }
        screen.put(
            note, row: area.row, column: 0, Theme.warning, width: area.columns,
            cutMark: Marks(state.preferences.symbols).cut)
        return 1
    }

    static func drawPage(_ state: LogbookState, in area: ScreenArea, on screen: inout Screen) {
        guard let sheet = LogSheet(state) else {
            screen.putCentered(
                state.link.loss?.reason ?? "waiting for the daemon's greeting",
                row: area.row + area.rows / 2, area: area, Theme.label)
            return
        }
        switch state.place.page {
        case .day: DayView.draw(sheet, in: area, on: &screen)
        case .month: MonthView.draw(sheet, in: area, on: &screen)
        case .weeks: WeeksView.draw(sheet, in: area, on: &screen)
        case .metric: MetricView.draw(sheet, in: area, on: &screen)
        case .run: RunView.draw(sheet, in: area, on: &screen)
        }
    }
}

/// Draws the first line: the athlete, the present in the fleet's zone, and the link.
enum LogHeader {
    static func draw(_ state: LogbookState, at now: MonotonicInstant, on screen: inout Screen) {
        let link = state.link.state(at: now, beatSeconds: state.fleet?.beatSeconds ?? 5)
        let text = "\(Marks(state.preferences.symbols).live) \(link.text)"
        let end = screen.columns - text.count
        screen.putRight(text, row: 0, endColumn: screen.columns, Theme.link(link))
        var column = 0
        for (text, style) in parts(state) where column + text.count < end {
            column = screen.put(text, row: 0, column: column, style) + 2
        }
    }

    /// The parts, the most important first; parts that do not fit are left out.
    static func parts(_ state: LogbookState) -> [(String, CellStyle)] {
        var parts: [(String, CellStyle)] = [("LOGBOOK s\(state.place.lane)", Theme.title)]
        if let runner = state.card?.runner, !runner.isEmpty {
            parts.append((runner, CellStyle.plain))
        }
        guard let calendar = state.calendar, let fleet = state.fleet else { return parts }
        let day = calendar.date(at: state.present)
        parts.append(("\(day.short) \(calendar.time(state.present))", Theme.label))
        parts.append((calendar.zone.name, Theme.label))
        if !fleet.speedText.isEmpty { parts.append((fleet.speedText, Theme.label)) }
        // The daemon tells the seed only to users who may read everything.
        return fleet.hasSeed ? parts + [("seed \(fleet.seed)", Theme.label)] : parts
    }
}

/// Draws the last line: a question, a typed line, a notice, or the keys.
enum LogFooter {
    static func draw(_ state: LogbookState, on screen: inout Screen) {
        let row = screen.rows - 1
        if let entry = state.dialog.removal {
            let value = HandCommand.words(entry.metric, entry.value, state.preferences.units)
            let end = screen.put(" remove \(value), \(entry.id)? ", row: row, column: 0, Theme.box)
            return KeyItem.draw(
                [KeyItem("y", "yes"), KeyItem("n", "no")], row: row, from: end + 1, on: &screen)
        }
        let news = [state.notice, state.dialog.doubt].compactMap(\.self)
        if let prompt = state.dialog.prompt {
            return draw(
                prompt, state.dialog.text, news, state.preferences, row, on: &screen)
        }
        if let news = news.isEmpty ? state.dialog.waiting : news.joined(separator: "; ") {
            let cut = Marks(state.preferences.symbols).cut
            screen.put(
                news, row: row, column: 0, Theme.caution, width: screen.columns, cutMark: cut)
            return
        }
        KeyItem.draw(keys(state), row: row, from: 0, on: &screen)
    }

    private static func draw(
        _ prompt: LogDialog.Prompt, _ text: String, _ news: [String],
        _ preferences: LogbookPreferences, _ row: Int, on screen: inout Screen
    ) {
        var column = screen.put("\(label(prompt)): ", row: row, column: 0, Theme.title)
        column = screen.put(
            String(text.suffix(max(0, screen.columns - column - 1))), row: row, column: column)
        column = screen.put("_", row: row, column: column, Theme.caution) + 2
        let hint = news.first ?? hint(prompt, preferences)
        screen.put(
            hint, row: row, column: column, news.isEmpty ? Theme.label : Theme.caution)
    }

    private static func label(_ prompt: LogDialog.Prompt) -> String {
        switch prompt {
        case .date: "go to"
        case .goal: "goal"
        case .athlete: "athlete"
        case .add(let metric): "add \(LogMetric.day(metric).title.lowercased())"
        }
    }

    private static func hint(
        _ prompt: LogDialog.Prompt, _ preferences: LogbookPreferences
    ) -> String {
        switch prompt {
        case .date: "2026-03-06, 03-06, 6, -7; esc cancels"
        case .goal: "steps of a day, now \(QuantityText.count(preferences.goal)); esc cancels"
        case .athlete: "s7, or 7; esc cancels"
        case .add(let metric):
            "\(metric.example(preferences.units)); esc cancels"
        }
    }

    /// The keys, the most useful first; the key that quits comes before all others.
    private static func keys(_ state: LogbookState) -> [KeyItem] {
        let first = [KeyItem("q", "quit"), KeyItem("?", "help")]
        let pages = [
            KeyItem("d", "day"), KeyItem("m", "month"), KeyItem("w", "weeks"),
            KeyItem("v", "values"), KeyItem("r", "run"),
        ]
        let others = Array(pages.prefix(3)) + pages.suffix(1)
        let dates = [KeyItem("t", "today"), KeyItem("/", "date")]
        let move = KeyItem(.character("n"), "n/p", moves(state.place.page))
        switch state.place.page {
        case .day: return first + [move] + pages.dropFirst() + dates + [KeyItem("g", "goal")]
        case .month: return first + [move, KeyItem(.enter, "enter", "day")] + pages + dates
        case .weeks: return first + [KeyItem(.enter, "enter", "week")] + pages + [move] + dates
        case .metric:
            return first + [
                KeyItem(.tab, "tab", "metric"), KeyItem("a", "add"), KeyItem("x", removal(state)),
                KeyItem("s", "week"), move,
            ] + others + dates
        case .run:
            let zones = KeyItem(.tab, "tab", state.place.showsZones ? "splits" : "zones")
            return first + [move, zones] + pages.dropLast() + dates
        }
    }

    /// The name of the value that `x` removes.
    private static func removal(_ state: LogbookState) -> String {
        let (values, row) = (state.listedValues, state.place.row)
        let entry = values.indices.contains(row) ? values[row].entry : nil
        guard let entry, entry.isManual else { return "remove" }
        return "remove \(entry.id)"
    }

    private static func moves(_ page: LogbookPlace.Page) -> String {
        switch page {
        case .day, .month, .metric: "day"
        case .weeks: "week"
        case .run: "run"
        }
    }
}
