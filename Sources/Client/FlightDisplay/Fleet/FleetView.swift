import PlainText
import Terminal
import Vocabulary

/// Draws the table of the fleet, one row for each session.
enum FleetView {
    static func draw(_ frame: Frame, on screen: inout Screen) {
        let layout = FleetLayout(columns: screen.columns, rows: screen.rows)
        let columns = FleetLayout.columns(width: screen.columns)
        drawTabs(frame, layout, on: &screen)
        drawHead(frame, columns, row: layout.headRow, on: &screen)
        let (table, selected) = (frame.picture.table, frame.picture.selected)
        guard !table.order.isEmpty else { return drawNothing(frame, layout, on: &screen) }
        let top = layout.top(of: table.order, selected: selected)
        for (offset, lane) in table.order.dropFirst(top).prefix(layout.bodyRows).enumerated() {
            guard let row = table.rows[lane] else { continue }
            draw(
                row, isSelected: lane == selected, frame, columns, row: layout.firstRow + offset,
                on: &screen)
        }
        guard let area = layout.detail, let row = selected.flatMap({ table.rows[$0] }) else {
            return
        }
        screen.drawing(in: area) { FleetDetailView.draw(row, frame, in: area, on: &$0) }
    }

    /// Draws the tabs of the phases, and the numbers of the shown rows and of all rows.
    private static func drawTabs(
        _ frame: Frame, _ layout: FleetLayout, on screen: inout Screen
    ) {
        guard let row = layout.tabsRow else { return }
        let chosen = frame.state.pager.wanted.phase
        var end = 0
        for tab in layout.tabs(chosen: chosen) {
            let style = tab.phase == chosen ? chosen.map(Theme.phase) ?? Theme.title : Theme.label
            end = screen.put(tab.text, row: row, column: tab.start, style)
        }
        let text = extent(frame, layout)
        guard end + 1 + text.count <= screen.columns else { return }
        screen.putRight(text, row: row, endColumn: screen.columns, Theme.label)
    }

    /// `21-40 of 812`.
    private static func extent(_ frame: Frame, _ layout: FleetLayout) -> String {
        let table = frame.picture.table
        guard let shown = frame.state.pager.shown, !table.order.isEmpty else { return "" }
        let top = table.offset + layout.top(of: table.order, selected: frame.picture.selected)
        let last = min(table.offset + table.order.count, top + layout.bodyRows)
        return "\(top + 1)-\(last) of \(shown.matching)"
    }

    private static func drawHead(
        _ frame: Frame, _ columns: [FleetLayout.PlacedColumn], row: Int, on screen: inout Screen
    ) {
        let listed = frame.state.pager.listed
        for placed in columns {
            let isOrder = placed.order == listed.order
            let style = isOrder ? CellStyle(isBold: true, isUnderlined: true) : Theme.label
            let text = heading(placed, isOrder: isOrder, frame)
            let isRight = placed.column.alignment == .right
            let margin = isRight ? max(0, placed.width - text.columnCount) : 0
            screen.put(
                text, row: row, column: placed.start + margin, style, width: placed.width - margin)
        }
    }

    /// The heading of a column, with an arrow if the table is sorted by it.
    private static func heading(
        _ placed: FleetLayout.PlacedColumn, isOrder: Bool, _ frame: Frame
    ) -> String {
        let name = placed.column.heading(frame.units, width: placed.width)
        guard isOrder else { return name }
        let isDescending = frame.state.pager.listed.isShownDescending
        let arrow = isDescending ? frame.marks.down : frame.marks.up
        return placed.column.alignment == .right ? arrow + name : name + arrow
    }

    /// Draws the reason for an empty table.
    private static func drawNothing(
        _ frame: Frame, _ layout: FleetLayout, on screen: inout Screen
    ) {
        let pager = frame.state.pager
        let text: String
        if case .lost(let reason, _, _) = frame.link {
            text = reason
        } else if pager.shown == nil {
            text = "waiting for the daemon's answer"
        } else if pager.progress != nil {
            text = "none found so far"
        } else {
            text = pager.wanted.isFiltered ? "no session matches; esc shows all" : "no sessions"
        }
        screen.putCentered(
            text, row: layout.firstRow + layout.bodyRows / 2, area: screen.area, Theme.label)
    }

    private static func draw(
        _ fleetRow: FleetRow, isSelected: Bool, _ frame: Frame,
        _ columns: [FleetLayout.PlacedColumn], row: Int, on screen: inout Screen
    ) {
        if isSelected { drawSelection(frame, row: row, on: &screen) }
        for placed in columns {
            var (text, style) = placed.column.alignedCell(of: fleetRow, frame, width: placed.width)
            if isSelected { style = selected(style) }
            screen.put(text, row: row, column: placed.start, style, width: placed.width)
        }
    }

    /// Draws a bar over the whole row, and a sign for terminals that do not show the bar.
    private static func drawSelection(_ frame: Frame, row: Int, on screen: inout Screen) {
        screen.fill(screen.area.line(row), " ", CellStyle(isReversed: true))
        screen.put(frame.marks.row, row: row, column: 0, Theme.box)
    }

    /// The style on the bar: dim stays dim, colours are dropped because they are hard to read
    /// there.
    private static func selected(_ style: CellStyle) -> CellStyle {
        CellStyle(isBold: style.isBold, isDim: style.isDim, isReversed: true)
    }
}
