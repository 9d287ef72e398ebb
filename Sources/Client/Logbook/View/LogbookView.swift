import CivilTime
import FlightDisplay
import PlainText
import Readout
import Terminal
import Vocabulary

/// Draws the whole screen of the logbook.
package enum LogbookView {
    /// Draws a state. The result depends on the arguments alone.
    package static func draw(
        _ state: LogbookState, at now: MonotonicInstant, columns: Int, rows: Int
    ) -> Screen {
        var state = state
        state.pass(to: now)
        let (link, symbols) = (state.link.state(at: now), state.preferences.symbols)
        return ReadableScreen.draw(
            columns: columns, rows: rows, LogHeader.parts(state), link, symbols
        ) { screen in
            let page = ScreenArea(row: 1, column: 0, rows: rows - 2, columns: columns)
            // What a low screen has no room for must not reach the keys.
            screen.drawing(in: page) { screen in
                drawPage(state, in: page.from(drawNote(state, in: page, on: &screen)), on: &screen)
            }
            LogFooter.draw(state, on: &screen)
            if let help = state.help { HelpBox.draw(LogHelp.sections, help, symbols, on: &screen) }
        }
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

/// The first line: the athlete, and the present in the fleet's zone.
enum LogHeader {
    /// The parts, the most important first.
    static func parts(_ state: LogbookState) -> [(String, CellStyle)] {
        var parts: [(String, CellStyle)] = [("LOGBOOK s\(state.place.lane)", Theme.title)]
        if let runner = state.card?.runner, !runner.isEmpty {
            parts.append((runner, CellStyle.plain))
        }
        guard let calendar = state.calendar, let fleet = state.fleet else { return parts }
        let day = calendar.date(at: state.present)
        parts.append(("\(day.short) \(calendar.zone.clock(state.present))", Theme.label))
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
        let units = state.preferences.units
        if case .remove(let entry)? = state.commands.question {
            let value = HandCommand.words(entry.metric, entry.value, units)
            let end = screen.put(" remove \(value), \(entry.id)? ", row: row, column: 0, Theme.box)
            return KeyItem.draw(KeyItem.answers, row: row, from: end + 1, on: &screen)
        }
        let news = [state.notice, state.commands.doubt].compactMap(\.self)
        if let prompt = state.prompt {
            let line = PromptLine.parts("\(prompt.label): ", prompt.text, width: screen.columns)
            let column = screen.put(line, row: row) + 2
            let hint = news.first ?? "\(prompt.hint(state.preferences)); esc cancels"
            screen.put(
                hint, row: row, column: column, news.isEmpty ? Theme.label : Theme.caution)
            return
        }
        if let news = news.isEmpty ? state.commands.waitingNotice : news.joined(separator: "; ") {
            let cut = Marks(state.preferences.symbols).cut
            screen.put(
                news, row: row, column: 0, Theme.caution, width: screen.columns, cutMark: cut)
            return
        }
        KeyItem.draw(keys(state), row: row, from: 0, on: &screen)
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
        case .day:
            return first + [move] + pages.dropFirst() + body(state) + dates
                + [KeyItem("g", "goal")]
        case .month: return first + [move, KeyItem(.enter, "enter", "day")] + pages + dates
        case .weeks: return first + [KeyItem(.enter, "enter", "week")] + pages + [move] + dates
        case .metric:
            return first + [
                KeyItem(.tab, "tab", "metric"), KeyItem("a", "add"), KeyItem("x", removal(state)),
                KeyItem("s", "week"), move,
            ] + others + dates
        case .run:
            let side = state.place.side.turned(by: 1, hasTrack: state.hasTrack)
            return first + [move, KeyItem(.tab, "tab", side.rawValue)] + pages.dropLast() + dates
        }
    }

    /// The key between heart rate and night of a day, and its run.
    private static func body(_ state: LogbookState) -> [KeyItem] {
        state.hasWatch ? [KeyItem("b", state.place.showsBody ? "with run" : "heart")] : []
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
