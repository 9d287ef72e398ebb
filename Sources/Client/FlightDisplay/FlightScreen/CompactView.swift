import Readout
import Terminal
import Vocabulary

/// Draws one session on a small screen: one number a row, and a graph if there is room.
enum CompactView {
    static func draw(_ frame: Frame, on screen: inout Screen) {
        guard let flight = frame.picture.flight else { return }
        var row = 1
        for line in lines(frame, flight).prefix(max(0, screen.rows - 2)) {
            let column = max(screen.put(line.label, row: row, column: 0, Theme.label) + 1, 9)
            screen.put(
                line.text, row: row, column: column, line.style, width: screen.columns - column,
                cutMark: frame.marks.cut)
            row += 1
        }
        drawLower(
            frame, flight, in: screen.area.first(screen.rows - 1).from(row), on: &screen)
    }

    /// Draws the log, track and altitude, or graphs below the numbers: one part or two.
    private static func drawLower(
        _ frame: Frame, _ flight: FlightModel, in area: ScreenArea, on screen: inout Screen
    ) {
        guard area.rows >= 4 else { return }
        if frame.state.preferences.flipsLog {
            return screen.drawing(in: area) { LogView.draw(frame, in: area, on: &$0) }
        }
        let ground = FlightView.ground(flight, frame)
        let parts = (ground + [.graph(.heartRate), .graph(.speed)])
            .prefix(area.columns >= 60 ? 2 : 1)
        let width = (area.columns - parts.count + 1) / parts.count
        for (index, part) in parts.enumerated() {
            let place = ScreenArea(
                row: area.row, column: area.column + index * (width + 1), rows: area.rows,
                columns: width)
            FlightView.draw(
                FlightLayout.Placement(part: part, area: place), frame, flight, on: &screen)
        }
    }

    private static func lines(_ frame: Frame, _ flight: FlightModel) -> [Readout] {
        phase(frame, flight) + call(frame) + [pace(frame, flight), heartRate(frame, flight)]
            + mission(frame, flight) + ReadoutsView.readouts(frame) + ReadoutsView.climb(frame)
    }

    private static func phase(_ frame: Frame, _ flight: FlightModel) -> [Readout] {
        guard let span = flight.phase else { return [] }
        let exits = PhaseView.exits(frame, flight, span.phase)
        return [
            Readout(
                label: "PHASE",
                text: "\(span.phase)".uppercased() + " for \(frame.timeInPhase(span, flight))",
                style: Theme.phase(span.phase))
        ] + exits.prefix(1).map { Readout(label: "NEXT", text: $0, style: Theme.label) }
    }

    private static func call(_ frame: Frame) -> [Readout] {
        guard let call = CallView(frame) else { return [] }
        return [Readout(label: "CALL", text: call.text, style: call.style)]
    }

    private static func pace(_ frame: Frame, _ flight: FlightModel) -> Readout {
        let shown = frame.shown(.speed)
        let speed = flight.card.mission?.targetSpeed
        let target = speed.flatMap(frame.units.pace).map { "  target \(NumberText.pace($0))" } ?? ""
        return Readout(
            label: Metric.speed.shown.label, text: shown.text + target, style: shown.style)
    }

    private static func heartRate(_ frame: Frame, _ flight: FlightModel) -> Readout {
        let shown = frame.shown(.heartRate)
        let zone = frame.reading(.heartRate).value.flatMap { flight.card.reserve?.zone(of: $0) }
        let suffix = zone.map { $0 > 0 ? "  Z\($0)" : "" } ?? ""
        return Readout(label: "HEART", text: shown.text + suffix, style: shown.style)
    }

    private static func mission(_ frame: Frame, _ flight: FlightModel) -> [Readout] {
        guard let mission = flight.card.mission else { return [] }
        let toGo = frame.toGo(of: mission)
        return [Readout(label: "TO GO", text: toGo.text, style: toGo.style)]
    }
}
