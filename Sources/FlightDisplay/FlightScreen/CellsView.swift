import Terminal
import Vocabulary

/// The row of numbers: what has been covered, and how the runner runs.
enum CellsView {
    /// What a cell needs, so that a number with its unit and its mark stands in it.
    private static let cellWidthMin = 12

    /// Labels above, values below: two rows. As many cells as there is room for.
    static func draw(_ frame: Frame, in area: ScreenArea, on screen: inout Screen) {
        let all = cells(frame) + furtherCells(frame)
        let cells = all.prefix(max(1, area.columns / cellWidthMin))
        let cellWidth = (area.columns - 1) / cells.count
        for (index, cell) in cells.enumerated() {
            let column = area.column + 1 + index * cellWidth
            screen.put(
                cell.label, row: area.row, column: column, Theme.label, width: cellWidth - 1,
                cutMark: frame.marks.cut)
            screen.put(
                cell.text, row: area.row + 1, column: column, cell.style, width: cellWidth - 1,
                cutMark: frame.marks.cut)
        }
    }

    struct Cell {
        let label: String
        let text: String
        let style: CellStyle
    }

    static func cells(_ frame: Frame) -> [Cell] {
        let metrics: [(String, Metric)] = [
            ("CADENCE", .cadence), ("STRIDE", .stride), ("CONTACT", .contact), ("FUEL", .energy),
        ]
        return [cell("DISTANCE", .distance, frame), time(frame)]
            + metrics.map { cell($0.0, $0.1, frame) }
    }

    /// What is of interest where there is more room, the most important first.
    private static func furtherCells(_ frame: Frame) -> [Cell] {
        guard let flight = frame.picture.flight else { return [] }
        let style = frame.isLost ? Theme.stale : Theme.value
        func optional(_ label: String, _ text: String?) -> Cell {
            Cell(label: label, text: text ?? "--", style: text == nil ? Theme.stale : style)
        }
        let pace = flight.averageSpeed(at: frame.now).map { frame.text(.speed, $0) }
        let beats = flight.record.beats
        return [
            optional("AVERAGE", pace.map { "\($0) \(frame.units.paceName)" }),
            optional("MEAN HR", beats.mean.map { "\(NumberText.fixed($0, 0)) bpm" }),
            optional("MAX HR", beats.greatest.map { "\(NumberText.fixed($0, 0)) bpm" }),
            cell("STEPS", .steps, frame, unit: ""),
            optional("TAKEOFF", flight.takeoff.map(NumberText.timeOfDay)),
            optional("LANDING", landing(frame, flight)),
        ].filter { $0.label != "LANDING" || flight.card.mission != nil }
    }

    /// When the mission's distance is reached at the average pace.
    private static func landing(_ frame: Frame, _ flight: FlightModel) -> String? {
        if let touchdown = flight.touchdown { return NumberText.timeOfDay(touchdown) }
        guard let mission = flight.card.mission, let done = frame.reading(.distance).value,
            let speed = flight.averageSpeed(at: frame.now), speed > 0.1
        else { return nil }
        let seconds = max(0, mission.targetDistance - done) / speed
        guard seconds < 360_000 else { return nil }
        return "~\(NumberText.timeOfDay(frame.now + .seconds(Int64(seconds))))"
    }

    private static func cell(
        _ label: String, _ metric: Metric, _ frame: Frame, unit: String? = nil
    ) -> Cell {
        let shown = frame.shown(metric, unit: unit)
        guard case .absent = frame.reading(metric) else {
            return Cell(label: label, text: shown.text, style: shown.style)
        }
        return Cell(label: label, text: "no sensor", style: Theme.stale)
    }

    private static func time(_ frame: Frame) -> Cell {
        guard let time = frame.picture.flight?.flightTime(at: frame.now) else {
            return Cell(label: "TIME", text: "--", style: Theme.stale)
        }
        return Cell(
            label: "TIME", text: NumberText.clock(Int(time.seconds)),
            style: frame.isLost ? Theme.stale : Theme.value)
    }
}
