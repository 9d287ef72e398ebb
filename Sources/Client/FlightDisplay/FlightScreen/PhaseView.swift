import Readout
import Terminal
import Vocabulary

/// Draws the centre of the flight screen: the phase with its time and its exits, the call, and the
/// profile of the flight so far.
enum PhaseView {
    static func draw(_ frame: Frame, in area: ScreenArea, on screen: inout Screen) {
        guard let flight = frame.picture.flight, let phase = flight.phase else { return }
        drawStrip(phase.phase, area, on: &screen)
        let profileRows = area.rows >= 17 ? 8 : area.rows >= 13 ? 5 : 4
        let profile = ScreenArea(
            row: area.endRow - profileRows, column: area.column + 1, rows: profileRows,
            columns: area.columns - 2)
        ProfileView(frame, flight, in: profile).draw(on: &screen)
        drawLines(
            lines(frame, flight, phase), ahead: ahead(frame, flight), frame,
            in: area.from(1).first(area.rows - profileRows - 1), on: &screen)
    }

    /// Draws the phase and its exits at the top, the call at the bottom, and the deviation scale
    /// below the call if there is room.
    private static func drawLines(
        _ lines: [Line], ahead: [Line], _ frame: Frame, in area: ScreenArea,
        on screen: inout Screen
    ) {
        // What lies ahead is shown only if blank rows around it remain.
        let lines = area.rows >= lines.count + ahead.count + 7 ? lines + ahead : lines
        let call = CallView(frame)
        let hasScale = frame.paceBand != nil && area.rows >= lines.count + 4
        let callRows = (call == nil ? 0 : 1) + (hasScale ? 2 : 0)
        let room = max(0, area.rows - callRows)
        let first = area.row + max(0, min((room - lines.count) / 2, 2))
        for (offset, line) in lines.prefix(room).enumerated() {
            screen.putCentered(
                line.text, row: first + offset, area: area, line.style, cutMark: frame.marks.cut)
        }
        let callRow = area.endRow - (hasScale ? 3 : area.rows > lines.count + 1 ? 2 : 1)
        if let call {
            screen.putCentered(
                call.signed, row: callRow, area: area, call.style, cutMark: frame.marks.cut)
        }
        guard hasScale else { return }
        DeviationScale.draw(frame, row: callRow + 1, in: area, on: &screen)
    }

    /// Draws the phases as a flight computer abbreviates them, the present one in brackets.
    private static func drawStrip(_ phase: Phase, _ area: ScreenArea, on screen: inout Screen) {
        let width = Phase.allCases.count * 5
        var column = area.column + max(0, (area.columns - width) / 2)
        for each in Phase.allCases {
            let isPresent = each == phase
            let text = isPresent ? "[\(each.abbreviation)]" : " \(each.abbreviation) "
            screen.put(
                text, row: area.row, column: column, isPresent ? Theme.phase(each) : Theme.label)
            column += 5
        }
    }

    private typealias Line = (text: String, style: CellStyle)

    private static func lines(
        _ frame: Frame, _ flight: FlightModel, _ span: PhaseSpan
    ) -> [Line] {
        let name = "\(span.phase)".uppercased().map(String.init).joined(separator: " ")
        var lines = [
            (name, Theme.phase(span.phase)),
            (
                "for \(frame.timeInPhase(span, flight))",
                frame.isLost ? Theme.stale : CellStyle.plain
            ),
        ]
        if flight.isPaused { lines.append(("paused", Theme.caution)) }
        if flight.hasEnded { lines.append(("the session has ended", Theme.label)) }
        return lines + exits(frame, flight, span.phase).map { ($0, Theme.label) }
    }

    /// When the next kilometre or mile, and the mission, will be done at the present pace.
    private static func ahead(_ frame: Frame, _ flight: FlightModel) -> [Line] {
        guard case .fresh(let speed) = frame.reading(.speed), speed >= 0.5,
            case .fresh(let done) = frame.reading(.distance)
        else { return [] }
        let length = frame.units.metresPerLongUnit
        let next = (done / length).rounded(.down) + 1
        let left = flight.card.mission.map { $0.targetDistance - done }
        let mission = left.flatMap { $0 > 0 ? $0 : nil }
        let goals: [(name: String, metres: Double?)] = [
            ("\(frame.units.longUnitName) \(NumberText.fixed(next, 0))", next * length - done),
            ("the mission", mission),
        ]
        return goals.compactMap { name, metres in
            guard let metres else { return nil }
            let time = NumberText.clock(NumberText.whole(metres / speed))
            return ("\(name) done in \(time)", Theme.label)
        }
    }

    static func exits(_ frame: Frame, _ flight: FlightModel, _ phase: Phase) -> [String] {
        guard let reserve = flight.card.reserve, let levels = frame.state.levels else { return [] }
        return levels.exits(
            from: phase, reserve, heartRate: frame.reading(.heartRate).value)
    }
}

extension Phase {
    /// Three letters, as on the mode annunciator of an airliner.
    var abbreviation: String {
        switch self {
        case .preflight: "PRE"
        case .takeoff: "T/O"
        case .climb: "CLB"
        case .cruise: "CRZ"
        case .descent: "DES"
        case .approach: "APP"
        case .touchdown: "TDN"
        }
    }
}
