import Terminal
import Vocabulary

/// The row of numbers: what has been covered, and how the runner runs.
enum CellsView {
    /// Labels above, values below: two rows.
    static func draw(_ frame: Frame, row: Int, width: Int, on screen: inout Screen) {
        let cells = cells(frame)
        let cellWidth = width / cells.count
        for (index, cell) in cells.enumerated() {
            let column = 1 + index * cellWidth
            screen.put(cell.label, row: row, column: column, Theme.label, width: cellWidth - 1)
            screen.put(cell.text, row: row + 1, column: column, cell.style, width: cellWidth - 1)
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

    private static func cell(_ label: String, _ metric: Metric, _ frame: Frame) -> Cell {
        let shown = frame.shown(metric)
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
