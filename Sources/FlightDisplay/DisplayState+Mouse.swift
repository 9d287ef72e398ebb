import Terminal

/// What the mouse does: it chooses and opens rows, sorts by heads, chooses phases, presses the keys
/// that the last line names; its wheel scrolls.
extension DisplayState {
    private static var wheelRows: Int { 3 }

    mutating func take(_ event: MouseEvent, at monotonic: Int64) -> Wish {
        guard preferences.usesMouse else { return .nothing }
        switch event.action {
        case .wheelUp: return turnWheel(by: -Self.wheelRows, at: monotonic)
        case .wheelDown: return turnWheel(by: Self.wheelRows, at: monotonic)
        case .press: return press(event, at: monotonic)
        }
    }

    private mutating func turnWheel(by rows: Int, at monotonic: Int64) -> Wish {
        if preferences.showsHelp {
            for _ in 0..<abs(rows) { _ = take(rows < 0 ? .up : .down, at: monotonic) }
        } else if commands.question == nil {
            moveInTable { $0.scroll(by: rows, of: $1, limit: $2) }
        }
        return .nothing
    }

    private mutating func press(_ event: MouseEvent, at monotonic: Int64) -> Wish {
        guard !preferences.showsHelp else { return take(.escape, at: monotonic) }
        if event.row == size.rows - 1 {
            let key = FooterView.key(at: event.column, self, width: size.columns)
            return key.map { take($0, at: monotonic) } ?? .nothing
        }
        // Whoever clicks elsewhere has not said yes.
        if commands.question != nil { return take(.escape, at: monotonic) }
        if preferences.view == .fleet { pressInTable(event) }
        return .nothing
    }

    private mutating func pressInTable(_ event: MouseEvent) {
        notice = nil
        let layout = FleetLayout(columns: size.columns, rows: size.rows)
        if event.row == layout.tabsRow {
            guard let tab = layout.tab(at: event.column, chosen: pager.wanted.phase) else { return }
            showPhase(tab.phase)
        } else if event.row == layout.headRow {
            guard let order = layout.order(at: event.column) else { return }
            sort(by: order)
        } else {
            pressRow(event.row - layout.firstRow, layout)
        }
    }

    private mutating func pressRow(_ row: Int, _ layout: FleetLayout) {
        let table = shownPicture.table
        let top = layout.top(of: table.order, marked: picture.marked)
        guard (0..<layout.bodyRows).contains(row), table.order.indices.contains(top + row) else {
            return
        }
        let lane = table.order[top + row]
        guard lane != picture.marked else { return open() }
        let place = table.offset + top + row
        moveInTable { cursor, count, limit in
            cursor.move(by: place - cursor.place, of: count, limit: limit)
        }
    }
}
