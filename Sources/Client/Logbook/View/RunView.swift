import FlightDisplay
import Readout
import Terminal
import Vocabulary

/// Draws a run: its totals, its plan, its flight from the side, phases and calls with their times,
/// splits, and time in the zones of heart rate.
enum RunView {
    static func draw(_ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen) {
        guard let session = sheet.state.shownRun else {
            screen.put("no run on this day", row: area.row, column: 1, Theme.caution)
            return
        }
        let flight = sheet.state.shelf[flight: session]
        let run = run(session, flight, sheet)
        SectionRule.draw(
            title(session, flight), note: run.map { note($0, sheet) } ?? "", sheet.marks, area,
            on: &screen)
        var lines = run.map { RunText.lines($0, sheet, width: area.columns - 2) } ?? []
        if let mission = flight?.card.mission { lines.append(text(mission, sheet.units)) }
        for (offset, line) in lines.prefix(area.rows - 1).enumerated() {
            screen.put(line, row: area.row + 1 + offset, column: area.column + 1)
        }
        let rest = area.from(1 + lines.count)
        guard let flight else {
            return FlightLack.draw(session, sheet, in: rest, on: &screen)
        }
        drawParts(flight, sheet, in: rest, on: &screen)
    }

    private static func title(_ session: String, _ flight: FlightModel?) -> String {
        guard let card = flight?.card else { return session }
        return "\(session), \(card.plan)"
    }

    private static func note(_ run: ListedRun, _ sheet: LogSheet) -> String {
        "\(sheet.calendar.date(at: run.start).long), \(RunText.span(run, sheet))"
    }

    private static func text(_ mission: Mission, _ units: Units) -> String {
        let pace = NumberText.pace(units.pace(metresPerSecond: mission.targetSpeed))
        let allowed = units.paceDeviation(secondsPerKilometre: mission.paceDeviation)
        return "mission: \(units.longText(metres: mission.targetDistance)) at \(pace) "
            + "\(units.paceName), \(NumberText.clock(NumberText.whole(allowed))) either way"
    }

    private static func run(
        _ session: String, _ flight: FlightModel?, _ sheet: LogSheet
    ) -> ListedRun? {
        let start = sheet.state.shelf.starts[session]
        return (start ?? flight?.card.start).map { start in
            ListedRun(
                session: session, start: start, summary: sheet.state.shelf.summary(of: session))
        }
    }

    private static func drawParts(
        _ flight: FlightModel, _ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen
    ) {
        let frame = RunParts.frame(flight, sheet)
        let top = sheet.state.place.row
        guard area.columns >= 60 else {
            let half = area.rows / 2
            drawSide(frame, sheet, in: area.first(half), on: &screen)
            LogPart.draw(flight, top: top, sheet, in: area.from(half), on: &screen)
            return
        }
        let profile = area.rows >= 26 ? 9 : area.rows >= 17 ? 6 : 5
        RunParts.drawProfile(frame, flight, in: area.first(profile), on: &screen)
        let parts = area.from(profile + 1).columns([5, 4])
        LogPart.draw(flight, top: top, sheet, in: parts[0], on: &screen)
        drawSide(frame, sheet, in: parts[1], on: &screen)
    }

    /// Draws splits and zones, or only the chosen part where there is no room for both.
    private static func drawSide(
        _ frame: Frame, _ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen
    ) {
        let place = sheet.state.place
        guard area.rows < ZonesView.rows + 8 else {
            let splits = area.rows - ZonesView.rows - 1
            SplitsView.draw(frame, from: place.row, in: area.first(splits), on: &screen)
            return ZonesView.draw(frame, in: area.from(splits + 1), on: &screen)
        }
        if place.showsZones {
            ZonesView.draw(frame, in: area, on: &screen)
        } else {
            SplitsView.draw(frame, from: place.row, in: area, on: &screen)
        }
    }
}
