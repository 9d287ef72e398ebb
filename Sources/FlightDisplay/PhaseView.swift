import Terminal
import Vocabulary

/// The centre: the phase, how long it lasts, what ends it, and the profile of the flight so far.
enum PhaseView {
    static func draw(_ frame: Frame, in area: ScreenArea, on screen: inout Screen) {
        guard let flight = frame.picture.flight, let phase = flight.phase else { return }
        drawStrip(phase.phase, area, on: &screen)
        let lines = lines(frame, flight, phase)
        // The profile takes the rows at the bottom, the call the one above.
        let profileRows = area.rows >= 13 ? 5 : 3
        let room = area.rows - profileRows - 3
        let first = area.row + 2 + max(0, (room - lines.count) / 2)
        for (offset, line) in lines.prefix(max(0, room)).enumerated() {
            screen.putCentered(line.text, row: first + offset, area: area, line.style)
        }
        drawCall(frame, flight, row: area.row + area.rows - profileRows - 1, area, on: &screen)
        let profile = ScreenArea(
            row: area.row + area.rows - profileRows, column: area.column + 1, rows: profileRows,
            columns: area.columns - 2)
        ProfileView.draw(frame, flight, in: profile, on: &screen)
    }

    /// The phases as a flight computer abbreviates them, the present one in brackets.
    private static func drawStrip(_ phase: Phase, _ area: ScreenArea, on screen: inout Screen) {
        let width = Phase.allCases.count * 5
        var column = area.column + (area.columns - width) / 2
        for each in Phase.allCases {
            let isPresent = each == phase
            let text = isPresent ? "[\(each.abbreviation)]" : " \(each.abbreviation) "
            screen.put(
                text, row: area.row, column: column, isPresent ? Theme.phase(each) : Theme.label)
            column += 5
        }
    }

    private static func lines(
        _ frame: Frame, _ flight: FlightModel, _ span: PhaseSpan
    ) -> [(text: String, style: CellStyle)] {
        let name = "\(span.phase)".uppercased().map(String.init).joined(separator: " ")
        var lines = [
            (name, Theme.phase(span.phase)),
            ("for \(frame.timeInPhase(span))", frame.isLost ? Theme.stale : CellStyle.plain),
        ]
        if flight.isPaused { lines.append(("paused", Theme.caution)) }
        if flight.hasEnded { lines.append(("the session has ended", Theme.label)) }
        return lines + exits(frame, flight, span.phase).map { ($0, Theme.label) }
    }

    static func exits(_ frame: Frame, _ flight: FlightModel, _ phase: Phase) -> [String] {
        guard let reserve = flight.card.reserve, let levels = frame.state.levels else { return [] }
        return levels.exits(
            from: phase, reserve, heartRate: frame.reading(.heartRate).value)
    }

    private static func drawCall(
        _ frame: Frame, _ flight: FlightModel, row: Int, _ area: ScreenArea,
        on screen: inout Screen
    ) {
        guard let advisory = flight.advisory else { return }
        // A call that nothing supports any more is not taken back, but dimmed.
        let isKnown = frame.reading(.speed).value != nil
        let style = isKnown ? Theme.call(advisory) : Theme.stale
        screen.putCentered(
            "\(advisory.sign) \(advisory.callOut) \(advisory.sign)", row: row, area: area, style)
    }
}

extension Phase {
    /// Three letters, after the mode annunciator of an airliner.
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

extension Advisory {
    /// What the call asks for, as a sign beside it: all is well, faster, slower, nearly there.
    fileprivate var sign: String {
        switch self {
        case .glidePath: "="
        case .sinkRate: "!!"
        case .overspeed: "!!"
        case .minimums: "**"
        }
    }
}
