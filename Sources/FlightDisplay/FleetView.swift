import Terminal
import Vocabulary

/// The table of the fleet, one row a session.
enum FleetView {
    static func draw(_ frame: Frame, on screen: inout Screen) {
        let columns = columns(frame, width: screen.columns)
        drawHead(frame, columns, on: &screen)
        let table = frame.picture.table
        let height = screen.rows - 3
        guard height > 0, !table.order.isEmpty else { return }
        let place = frame.picture.marked.flatMap(table.order.firstIndex) ?? 0
        // A page at a time, so that rows stand still while the mark moves.
        let top = place / height * height
        for (offset, lane) in table.order[top...].prefix(height).enumerated() {
            guard let fleetRow = table.rows[lane] else { continue }
            draw(
                fleetRow, isMarked: lane == frame.picture.marked, columns, frame, row: 2 + offset,
                on: &screen)
        }
    }

    /// One column: its head, where it begins, how wide it is, and a row's text in it.
    private struct Column {
        let head: String
        let width: Int
        var start = 0
        let order: FleetOrder?
        let cell: (FleetRow) -> (String, CellStyle)
    }

    /// The columns that fit, the trail with what is left.
    private static func columns(_ frame: Frame, width: Int) -> [Column] {
        var columns: [Column] = []
        var start = 2
        for var column in candidates(frame, width: width) where start + column.width <= width {
            column.start = start
            columns.append(column)
            start += column.width + 2
        }
        return columns
    }

    private static func candidates(_ frame: Frame, width: Int) -> [Column] {
        let fixed: [Column] = [
            Column(head: "SESSION", width: 8, order: .lane) { ($0.session, Theme.title) },
            Column(head: "PHASE", width: 9, order: .phase) { row in
                (row.phase.map { "\($0)" } ?? "-", Theme.phase(row.phase))
            },
            Column(head: "  BPM", width: 5, order: .heartRate) {
                measured($0.heartRate, .heartRate, frame)
            },
            Column(head: frame.units.paceName.padded(to: 6, .right), width: 6, order: .pace) {
                measured($0.speed, .speed, frame)
            },
            Column(
                head: frame.units.distanceName.uppercased().padded(to: 6, .right), width: 6,
                order: .distance
            ) { measured($0.distance, .distance, frame) },
        ]
        let plan = Column(head: "PLAN", width: 15, order: nil) { planned($0, frame) }
        let all = width >= 76 ? [fixed[0], plan] + fixed[1...] : fixed
        let left = width - 2 - all.reduce(0) { $0 + $1.width + 2 }
        guard left >= 5 else { return all }
        return all + [trail(width: min(left, FleetRow.trailLimit / 2), frame)]
    }

    private static func planned(_ row: FleetRow, _ frame: Frame) -> (String, CellStyle) {
        guard let metres = row.targetDistance else { return (row.plan, CellStyle.plain) }
        let distance = NumberText.fixed(frame.units.distance(metres: metres), 1)
        return ("\(row.plan) \(distance) \(frame.units.distanceName)", CellStyle.plain)
    }

    private static func trail(width: Int, _ frame: Frame) -> Column {
        let head = width < 24 ? "TREND" : "HEART RATE, LAST MINUTES"
        return Column(head: head, width: width, order: nil) { row in
            let values = Array(row.trail.suffix(width * 2))
            let range = GraphsView.range(of: values, grid: 10, least: 40)
            let text = Sparkline.text(values, in: range, width: width, symbols: frame.symbols)
            return (text, Theme.heartRate)
        }
    }

    /// Older than three strides of the table is stale.
    private static func measured(
        _ reading: Reading?, _ metric: Metric, _ frame: Frame
    ) -> (String, CellStyle) {
        let width = metric == .heartRate ? 5 : 6
        guard let reading else { return ("--".padded(to: width, .right), Theme.stale) }
        let isStale = frame.now - reading.at > frame.state.fleetEvery * 3
        let text = frame.text(metric, reading.value).padded(to: width, .right)
        return (text, isStale ? Theme.stale : CellStyle.plain)
    }

    private static func drawHead(
        _ frame: Frame, _ columns: [Column], on screen: inout Screen
    ) {
        let preferences = frame.state.preferences
        for column in columns {
            let isOrder = column.order == preferences.order
            let style = isOrder ? CellStyle(isBold: true, isUnderlined: true) : Theme.label
            screen.put(column.head, row: 1, column: column.start, style, width: column.width)
        }
    }

    private static func draw(
        _ fleetRow: FleetRow, isMarked: Bool, _ columns: [Column], _ frame: Frame, row: Int,
        on screen: inout Screen
    ) {
        if isMarked { screen.put(frame.marks.row, row: row, column: 0, Theme.title) }
        for column in columns {
            var (text, style) = column.cell(fleetRow)
            if isMarked, column.start == 2 { style.isReversed = true }
            text = String(text.prefix(column.width))
            screen.put(text, row: row, column: column.start, style, width: column.width)
        }
    }
}
