import FlightDisplay
import Readout
import Terminal
import Vocabulary

/// Draws the parts of a flight that fit: its phases and altitudes from the side, splits, the log.
enum RunParts {
    private static let splitsWidth = 30
    /// A rule, a heading, and one row of splits.
    private static let rowsMin = 3

    /// Draws the parts below the text of a day's page.
    static func draw(
        _ session: String, _ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen
    ) {
        guard let flight = sheet.state.shelf[flight: session] else {
            return FlightLack.draw(session, sheet, in: area, on: &screen)
        }
        guard area.rows >= rowsMin else { return }
        let frame = frame(flight, sheet)
        guard area.columns >= 60 else {
            return SplitsView.draw(frame, from: 0, in: area, on: &screen)
        }
        let split = area.columns - splitsWidth - 2
        let left = ScreenArea(row: area.row, column: area.column, rows: area.rows, columns: split)
        let right = ScreenArea(
            row: area.row, column: area.column + split + 2, rows: area.rows, columns: splitsWidth)
        SplitsView.draw(frame, from: 0, in: right, on: &screen)
        let rest = drawProfiles(frame, flight, in: left, on: &screen)
        if rest.rows >= 8 { LogPart.draw(flight, top: 0, sheet, in: rest, on: &screen) }
    }

    /// Draws the phases, and below them the altitudes, if there are any and room for them.
    ///
    /// - Returns: what is left of the area.
    private static func drawProfiles(
        _ frame: Frame, _ flight: FlightModel, in area: ScreenArea, on screen: inout Screen
    ) -> ScreenArea {
        let isHigh = area.rows >= 18
        let below = area.from(isHigh ? 10 : 5)
        let view = AltitudeView(frame, flight, in: isHigh ? below.first(8) : below)
        guard let view else {
            drawProfile(frame, flight, in: isHigh ? area.first(9) : area, on: &screen)
            return isHigh ? below : area.from(area.rows)
        }
        drawProfile(frame, flight, in: area.first(isHigh ? 9 : 5), on: &screen)
        view.draw(on: &screen)
        return below.from(isHigh ? 9 : below.rows)
    }

    static func drawProfile(
        _ frame: Frame, _ flight: FlightModel, in area: ScreenArea, on screen: inout Screen
    ) {
        ProfileView(
            frame, flight,
            in: ScreenArea(
                row: area.row, column: area.column + 1, rows: min(area.rows, 9),
                columns: area.columns - 1)
        ).draw(on: &screen)
    }

    /// The flight at the present, or at its end.
    static func frame(_ flight: FlightModel, _ sheet: LogSheet) -> Frame {
        let end = flight.hasEnded ? flight.log.entries.last?.at : nil
        return Frame(
            flight, at: end ?? sheet.now, Preferences(units: sheet.units, symbols: sheet.symbols))
    }
}

/// Draws why a flight is missing.
enum FlightLack {
    static func draw(
        _ session: String, _ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen
    ) {
        let stream = sheet.state.stream { want in
            switch want {
            case .start(session), .flight(session, _): true
            case .changes, .runs, .values, .night, .truths, .start, .flight: false
            }
        }
        if let refusal = stream?.refusal {
            return Lack.refused(refusal).draw(in: area, on: &screen)
        }
        guard stream?.isLive ?? false else { return Lack.waiting.draw(in: area, on: &screen) }
        screen.put(
            "\(session) has not begun, or is not of this fleet", row: area.row,
            column: area.column + 1, Theme.label, width: area.columns - 1)
    }
}

/// Draws the log of a flight: each phase and each call with its time.
enum LogPart {
    /// - Parameter top: the first shown entry, if the area has no room for all.
    static func draw(
        _ flight: FlightModel, top: Int, _ sheet: LogSheet, in area: ScreenArea,
        on screen: inout Screen
    ) {
        let entries = flight.log.entries
        let room = max(0, area.rows - 1)
        let first = max(0, min(top, entries.count - room))
        let shown = entries[first...].prefix(room)
        let note =
            shown.count < entries.count
            ? "\(first + 1) to \(first + shown.count) of \(entries.count)" : ""
        SectionRule.draw("PHASES AND CALLS", note: note, sheet.marks, area, on: &screen)
        LogView.draw(
            shown, in: sheet.calendar.zone, sheet.units, sheet.marks, area.from(1), on: &screen)
    }
}
