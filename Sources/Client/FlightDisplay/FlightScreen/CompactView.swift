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

    /// Draws the log, one graph or two graphs below the numbers.
    private static func drawLower(
        _ frame: Frame, _ flight: FlightModel, in area: ScreenArea, on screen: inout Screen
    ) {
        guard area.rows >= 4 else { return }
        if frame.state.preferences.flipsLog {
            return screen.drawing(in: area) { LogView.draw(frame, in: area, on: &$0) }
        }
        let metrics: [Metric] = area.columns >= 60 ? [.heartRate, .speed] : [.heartRate]
        let width = (area.columns - metrics.count + 1) / metrics.count
        for (index, metric) in metrics.enumerated() {
            let part = ScreenArea(
                row: area.row, column: area.column + index * (width + 1), rows: area.rows,
                columns: width)
            screen.drawing(in: part) {
                GraphView(frame, flight, metric, in: part).draw(on: &$0)
            }
        }
    }

    private static func lines(_ frame: Frame, _ flight: FlightModel) -> [Readout] {
        phase(frame, flight) + call(frame) + [pace(frame, flight), heartRate(frame, flight)]
            + mission(frame, flight) + ReadoutsView.readouts(frame)
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
