import FlightDisplay
import Readout
import Terminal
import Vocabulary

/// Draws a run: its totals, its plan, its phases and altitudes from the side, its track, phases and
/// calls with their times, splits, and time in the zones of heart rate.
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
        guard area.columns >= 60 else {
            let half = area.rows / 2
            guard let track = TrackView(frame, flight, in: area.first(half)) else {
                drawSide(flight, frame, sheet, in: area.first(half), on: &screen)
                return drawLog(flight, sheet, in: area.from(half), on: &screen)
            }
            track.draw(on: &screen)
            return drawSide(flight, frame, sheet, in: area.from(half), on: &screen)
        }
        let profile = area.rows >= 26 ? 9 : area.rows >= 17 ? 6 : 5
        drawProfiles(frame, flight, in: area.first(profile), on: &screen)
        let parts = area.from(profile + 1).columns([5, 4])
        drawTrack(flight, frame, sheet, in: parts[0], on: &screen)
        drawSide(flight, frame, sheet, in: parts[1], on: &screen)
    }

    /// Draws the phases, and beside them the altitudes, if there are any.
    private static func drawProfiles(
        _ frame: Frame, _ flight: FlightModel, in area: ScreenArea, on screen: inout Screen
    ) {
        let halves = area.columns([1, 1])
        guard let altitude = AltitudeView(frame, flight, in: halves[1]) else {
            return RunParts.drawProfile(frame, flight, in: area, on: &screen)
        }
        RunParts.drawProfile(frame, flight, in: halves[0], on: &screen)
        altitude.draw(on: &screen)
    }

    /// Draws the track, and below it the log where there is room; the log alone without a track.
    /// Beside a log, the track is about as high as two thirds of its width.
    private static func drawTrack(
        _ flight: FlightModel, _ frame: Frame, _ sheet: LogSheet, in area: ScreenArea,
        on screen: inout Screen
    ) {
        let rows = hasRoomForLog(area) ? min(area.rows / 2, max(12, area.columns / 3)) : area.rows
        guard let track = TrackView(frame, flight, in: area.first(rows)) else {
            return drawLog(flight, sheet, in: area, on: &screen)
        }
        track.draw(on: &screen)
        guard hasRoomForLog(area) else { return }
        drawLog(flight, sheet, in: area.from(rows + 1), on: &screen)
    }

    /// Whether an area has room for a track and a log.
    private static func hasRoomForLog(_ area: ScreenArea) -> Bool { area.rows >= 20 }

    private static func drawLog(
        _ flight: FlightModel, _ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen
    ) {
        LogPart.draw(flight, top: sheet.state.place.row, sheet, in: area, on: &screen)
    }

    /// Draws splits and zones, or only the chosen part where there is no room for both, or the log
    /// if a track has its place.
    private static func drawSide(
        _ flight: FlightModel, _ frame: Frame, _ sheet: LogSheet, in area: ScreenArea,
        on screen: inout Screen
    ) {
        let place = sheet.state.place
        if place.side == .log, flight.ground.hasPlaces, !hasRoomForLog(area) {
            return drawLog(flight, sheet, in: area, on: &screen)
        }
        guard area.rows < ZonesView.rows + 8 else {
            let splits = area.rows - ZonesView.rows - 1
            SplitsView.draw(frame, from: place.row, in: area.first(splits), on: &screen)
            return ZonesView.draw(frame, in: area.from(splits + 1), on: &screen)
        }
        if place.side == .zones {
            ZonesView.draw(frame, in: area, on: &screen)
        } else {
            SplitsView.draw(frame, from: place.row, in: area, on: &screen)
        }
    }
}
