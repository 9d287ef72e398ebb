import CivilTime
import PlainText
import Terminal
import Vocabulary

/// Draws the whole screen.
package enum DisplayView {
    /// Draws a state. The result depends on the arguments alone.
    package static func draw(
        _ state: DisplayState, at now: MonotonicInstant, columns: Int, rows: Int
    ) -> Screen {
        let frame = Frame(state, at: now)
        let head = HeaderView.parts(frame)
        return ReadableScreen.draw(
            columns: columns, rows: rows, head, frame.link, frame.symbols
        ) { screen in
            drawBody(frame, on: &screen)
            FooterView.draw(frame, on: &screen)
            if let help = state.help {
                HelpBox.draw(HelpText(frame).sections, help, frame.symbols, on: &screen)
            }
        }
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
        if let rest = frame.state.rest.record, !frame.isLost {
            let lines = rest.lines(at: frame.now, in: frame.state.zone, frame.units)
                .flatMap { $0.wrapped(atColumn: screen.columns - 2) }
            let top = max(1, (screen.rows - lines.count) / 2)
            let left = max(0, (screen.columns - (lines.map(\.count).max() ?? 0)) / 2)
            for (index, line) in lines.prefix(screen.rows - 2).enumerated() {
                screen.put(
                    line, row: top + index, column: left,
                    index == 0 ? Theme.title : CellStyle.plain)
            }
            return
        }
        let text: String
        switch frame.link {
        case .lost(let reason, _, _): text = reason
        case .connecting: text = "waiting for the daemon's greeting"
        case .catchingUp, .live, .silent: text = "waiting for the session's first line"
        }
        screen.putCentered(text, row: screen.rows / 2, area: screen.area, Theme.label)
    }
}

/// What all full-screen displays have in common: the smallest size, and the first line.
package enum ReadableScreen {
    /// The smallest size at which a screen is readable.
    package static let columnsMin = 36
    private static let rowsMin = 8

    /// Draws the first line, with the state of the link at the right, and the rest of a screen; or
    /// the size that is needed.
    ///
    /// - Parameter head: the parts of the first line, the most important first; those that do not
    ///   fit are left out.
    package static func draw(
        columns: Int, rows: Int, _ head: [(String, CellStyle)], _ link: LinkState,
        _ symbols: Symbols, _ drawRest: (inout Screen) -> Void
    ) -> Screen {
        var screen = Screen(columns: columns, rows: rows)
        guard columns >= columnsMin, rows >= rowsMin else {
            screen.put("\(columnsMin)x\(rowsMin) at least", row: 0, column: 0, Theme.caution)
            return screen
        }
        let text = "\(Marks(symbols).live) \(link.text)"
        screen.putRight(text, row: 0, endColumn: columns, Theme.link(link))
        screen.put(fitting: head, row: 0, before: columns - text.count)
        drawRest(&screen)
        return screen
    }
}

/// The first line: the session, the time and the seed.
private enum HeaderView {
    /// The parts of the line, the most important first.
    static func parts(_ frame: Frame) -> [(String, CellStyle)] {
        var parts: [(String, CellStyle)] = []
        if frame.state.frozen != nil { parts.append((" FROZEN ", Theme.box)) }
        parts += subject(frame)
        if frame.state.link.linesLost > 0 {
            parts.append(("GAPS \(frame.state.link.linesLost.counted("line"))", Theme.warning))
        }
        guard let fleet = frame.state.fleet else { return parts }
        if fleet.hasDays {
            let date = frame.state.zone.date(at: frame.now)
            parts.append((date.short, CellStyle.plain))
        }
        let time = "\(frame.timeOfDay(frame.now)) \(frame.state.zone.name)"
        parts.append((time + (fleet.speedText.isEmpty ? "" : " \(fleet.speedText)"), Theme.label))
        parts.append(("seed \(fleet.seed)", Theme.label))
        return parts
    }

    private static func subject(_ frame: Frame) -> [(String, CellStyle)] {
        switch frame.state.preferences.view {
        case .flight:
            guard let card = frame.picture.flight?.card else { return [("RUNWAY", Theme.title)] }
            return [
                (card.session, Theme.title), (card.plan, CellStyle.plain),
                (card.runner, Theme.label),
            ]
        case .fleet: return [("FLEET", Theme.title)] + fleet(frame)
        }
    }

    /// The number of sessions and of those listed, or how many lanes the daemon has brought to the
    /// present.
    private static func fleet(_ frame: Frame) -> [(String, CellStyle)] {
        let pager = frame.state.pager
        let query = pager.wanted
        let filter = query.match.isEmpty ? [] : [("/\(query.match)", Theme.caution)]
        if let progress = pager.progress {
            let share = Double(progress.brought) / Double(max(1, progress.total))
            let bar = ProgressBar.text(share, width: 10, symbols: frame.symbols)
            let text = "flying \(progress.brought) of \(progress.total) lanes"
            return [(text, Theme.caution), (bar, Theme.caution)] + filter
        }
        let count = pager.shown?.total ?? frame.state.fleet?.sessions ?? 0
        let all = count.counted("session")
        // The filter of the page on the screen, which may differ from the wanted one.
        guard let shown = pager.shown, shown.query.isFiltered else {
            return [(all, CellStyle.plain)] + filter
        }
        let phase = shown.query.phase.map { " in \($0)" } ?? ""
        return [("\(shown.matching) of \(all)\(phase)", CellStyle.plain)] + filter
    }
}
