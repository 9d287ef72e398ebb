import FlightDisplay
import PlainText
import Readout
import Terminal
import Vocabulary
import WireProtocol

/// Draws a day's run: its totals, its flight from the side, its splits and calls.
enum DayRunView {
    static func draw(_ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen) {
        guard area.rows >= 1, sheet.date <= sheet.today else { return }
        let runs = sheet.state.runs(on: sheet.date)
        guard let session = sheet.state.shownRun,
            let run = runs.first(where: { $0.session == session })
        else { return drawNone(sheet, in: area, on: &screen) }
        let ordinal = (runs.firstIndex(of: run) ?? 0) + 1
        let count = runs.count > 1 ? " \(ordinal) of \(runs.count)" : ""
        let plan = sheet.state.shelf[flight: session].map { ", \($0.card.plan)" } ?? ""
        SectionRule.draw(
            "RUN\(count) \(session)\(plan)", note: RunText.span(run, sheet), sheet.marks, area,
            on: &screen)
        let lines = RunText.lines(run, sheet, width: area.columns - 2)
        for (offset, line) in lines.prefix(area.rows - 1).enumerated() {
            screen.put(line, row: area.row + 1 + offset, column: area.column + 1)
        }
        RunParts.draw(session, sheet, in: area.from(1 + lines.count), on: &screen)
    }

    private static func drawNone(
        _ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen
    ) {
        let hasRule = area.rows > 1
        if hasRule { SectionRule.draw("RUN", sheet.marks, area, on: &screen) }
        let area = area.from(hasRule ? 1 : 0)
        if let lack = sheet.runLack { return lack.draw(in: area, on: &screen) }
        var lines = ["no run on this day"]
        if sheet.date == sheet.today, let card = sheet.state.card, let start = card.start,
            start > sheet.now
        {
            let date = sheet.calendar.date(at: start)
            let day = date == sheet.today ? "today" : "on \(date.short)"
            lines = [
                "no run on this day yet; the next, \(card.session), begins \(day) at "
                    + sheet.calendar.zone.clock(start)
            ]
        }
        for (offset, line) in lines.flatMap({ $0.wrapped(atColumn: area.columns - 2) }).enumerated()
        {
            screen.put(line, row: area.row + offset, column: area.column + 1, Theme.label)
        }
    }
}

/// A run in words.
enum RunText {
    /// `07:12 to 07:55`.
    static func span(_ run: ListedRun, _ sheet: LogSheet) -> String {
        let start = sheet.calendar.zone.clock(run.start)
        guard let end = run.summary?.end else { return "since \(start), aloft" }
        return "\(start) to \(sheet.calendar.zone.clock(end))"
    }

    /// The totals of the run, in lines of at most `width` columns.
    static func lines(_ run: ListedRun, _ sheet: LogSheet, width: Int) -> [String] {
        guard let summary = run.summary else {
            return ["still running; its totals come when it lands"]
        }
        var parts: [String] = []
        if let metres = summary.metres {
            parts.append(sheet.units.longText(metres: metres))
        }
        if let elapsed = summary.elapsed, let moving = summary.moving {
            let stood =
                elapsed - moving >= 1
                ? " (\(NumberText.clock(NumberText.whole(moving))) moving)" : ""
            parts.append(NumberText.clock(NumberText.whole(elapsed)) + stood)
        }
        if let pace = summary.pace(sheet.units) { parts.append(sheet.units.paceText(pace)) }
        if let average = summary.averageHeartRate, let most = summary.maximalHeartRate {
            parts.append(
                "\(words(.heartRate, average)), at most \(NumberText.fixed(most, 0))")
        }
        if let steps = summary.steps {
            parts.append(words(.steps, steps))
        }
        if let energy = summary.energy { parts.append(words(.energy, energy)) }
        if let ground = sheet.state.shelf[flight: run.session]?.ground {
            parts += [(ground.ascent, "up"), (ground.descent, "down")].compactMap { metres, word in
                MetricReadout(Metric.ascent.shown, sheet.units).words(metres).map {
                    "\($0) \(word)"
                }
            }
        }
        parts += Advisory.allCases.compactMap { call in
            summary.calls[call].map { "\(call.callOut) \($0)" }
        }
        parts += sheet.state.lacksOfRuns.map { "\(GreetedRights.mark): \($0)" }
        return parts.lines(atColumn: width, separator: "   ")
    }

    /// The text of a metric with only one unit.
    private static func words(_ metric: Metric, _ value: Double) -> String {
        MetricReadout(metric.shown).words(value) ?? "?"
    }
}
