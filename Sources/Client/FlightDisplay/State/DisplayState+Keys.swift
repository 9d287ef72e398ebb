import Readout
import Terminal
import Vocabulary

extension DisplayState {
    package mutating func take(_ key: Key, at now: MonotonicInstant) -> DisplayWish {
        if case .mouse(let event) = key { return take(event, at: now) }
        if help != nil, key != .control("c") {
            takeInHelp(key, at: now)
            return .nothing
        }
        if commands.takeLateAnswer(key) { return .nothing }
        notice = nil
        commands.doubt = nil
        if takeAnswer(key) || takeFilter(key) { return .nothing }
        switch key {
        case .character(let character): return take(character, at: now)
        case .control("c"): return .quit
        case .control("l"): return .redraw
        case .right, .tab: move(by: 1)
        case .left, .backTab: move(by: -1)
        case .down: moveSelection(by: 1)
        case .up: moveSelection(by: -1)
        case .pageDown: moveInTable { $0.turn(by: 1, of: $1, limit: $2) }
        case .pageUp: moveInTable { $0.turn(by: -1, of: $1, limit: $2) }
        case .home: moveSelection(by: -LaneID.limit)
        case .end: moveSelection(by: LaneID.limit)
        case .enter: openSelected()
        case .escape: leaveTable()
        case .backspace, .delete, .control, .unknown, .mouse: break
        }
        return .nothing
    }

    private mutating func take(_ character: Character, at now: MonotonicInstant) -> DisplayWish {
        switch character {
        case "q", "Q": return .quit
        case "?", "h": help = HelpScroll()
        case "n": move(by: 1)
        case "p": move(by: -1)
        case "t": toggleView()
        case " ": togglePause(at: now)
        case "w": change("window", \.window, in: Preferences.windows)
        case "s": change("smoothing", \.smoothing, in: Preferences.smoothings)
        case "u": preferences.units = preferences.units.next
        case "y": preferences.symbols = preferences.symbols.next
        case "g" where preferences.view == .flight: changeGraphSpan()
        case "l" where preferences.view == .flight: preferences.flipsLog.toggle()
        case "r" where preferences.view == .flight: toggleGround()
        case "m": toggleMouse()
        case "P": askToPause()
        case "X": askToStop()
        case "S": ask(FleetCommand(.start))
        case _: takeInTable(character)
        }
        return .nothing
    }

    /// Handles a character that has a meaning only in the table.
    private mutating func takeInTable(_ character: Character) {
        switch character {
        case "j": moveSelection(by: 1)
        case "k": moveSelection(by: -1)
        case "g": moveSelection(by: -LaneID.limit)
        case "G": moveSelection(by: LaneID.limit)
        case "o", ">": changeOrder(by: 1)
        case "O", "<": changeOrder(by: -1)
        case "r": changeList { $0.isReversed.toggle() }
        case "[": changePhase(by: -1)
        case "]": changePhase(by: 1)
        case "/": beginFilter()
        case _:
            guard let number = character.wholeNumberValue, character.isASCII else { return }
            if number == 0 { showPhase(nil) }
            if Phase.allCases.indices.contains(number - 1) {
                showPhase(Phase.allCases[number - 1])
            }
        }
    }

    /// Moves to the next or the previous session.
    private mutating func move(by steps: Int) {
        guard preferences.view == .flight else { return moveSelection(by: steps) }
        if let next = lane.flatMap({ fleet?.lane(from: $0, by: steps) }) { fly(next) }
    }

    private mutating func fly(_ lane: LaneID) {
        select(lane)
        guard lane != self.lane else { return }
        self.lane = lane
        rest.end()
        link.isCaughtUp = false
        frozen = nil
        resubscribeFlight()
    }

    /// Opens the flight view on the selected session.
    mutating func open() {
        guard preferences.view == .fleet else { return }
        preferences.view = .flight
        list.filterBefore = nil
        frozen = nil
        link.isCaughtUp = false
        resubscribeFlight()
        if let selected = picture.selected { fly(selected) }
    }

    /// Opens the session that the user selected; a row that is not listed opens nothing.
    private mutating func openSelected() {
        guard preferences.view == .fleet else { return }
        guard let selected = picture.selected, shownPicture.table.order.contains(selected) else {
            return notice = "no session is chosen"
        }
        open()
    }

    private mutating func toggleView() {
        if preferences.view == .flight { showTable() } else { open() }
    }

    /// Escape removes the filter first; without one it leaves the table.
    private mutating func leaveTable() {
        guard preferences.view == .fleet else { return }
        guard pager.wanted.isFiltered else { return open() }
        changeList { ($0.phase, $0.match) = (nil, "") }
    }

    private mutating func toggleMouse() {
        preferences.usesMouse.toggle()
        notice =
            preferences.usesMouse
            ? "mouse on" : "mouse off: it selects text as anywhere in the terminal"
    }

    private mutating func togglePause(at now: MonotonicInstant) {
        frozen = frozen == nil ? Frozen(picture: picture, at: shownInstant(at: now)) : nil
        keepSelection()
    }

    private mutating func change(
        _ name: String, _ setting: WritableKeyPath<Preferences, String>, in values: [String]
    ) {
        let next = Preferences.next(preferences[keyPath: setting], in: values)
        preferences[keyPath: setting] = next
        notice = "\(name) \(next)"
        resubscribe(.present)
    }

    private mutating func changeGraphSpan() {
        preferences.graphMinutes = Preferences.next(
            preferences.graphMinutes, in: Preferences.graphSpans)
    }
}

/// Mouse: a click selects or opens a row, sorts by a heading, chooses a phase's tab or presses a
/// key named in the footer; the wheel scrolls.
extension DisplayState {
    private static var wheelRows: Int { 3 }

    mutating func take(_ event: MouseEvent, at now: MonotonicInstant) -> DisplayWish {
        guard preferences.usesMouse else { return .nothing }
        switch event.action {
        case .wheelUp: return turnWheel(by: -Self.wheelRows, at: now)
        case .wheelDown: return turnWheel(by: Self.wheelRows, at: now)
        case .press: return press(event, at: now)
        }
    }

    private mutating func turnWheel(by rows: Int, at now: MonotonicInstant) -> DisplayWish {
        if help != nil {
            for _ in 0..<abs(rows) { _ = take(rows < 0 ? .up : .down, at: now) }
        } else if commands.question == nil {
            moveInTable { $0.scroll(by: rows, of: $1, limit: $2) }
        }
        return .nothing
    }

    private mutating func press(_ event: MouseEvent, at now: MonotonicInstant) -> DisplayWish {
        guard help == nil else { return take(.escape, at: now) }
        if event.row == size.rows - 1 {
            let key = FooterView.key(at: event.column, self, width: size.columns)
            return key.map { take($0, at: now) } ?? .nothing
        }
        // A click elsewhere answers the question with no.
        if commands.question != nil { return take(.escape, at: now) }
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
        let top = layout.top(of: table.order, selected: picture.selected)
        guard (0..<layout.bodyRows).contains(row), table.order.indices.contains(top + row) else {
            return
        }
        let lane = table.order[top + row]
        guard lane != picture.selected else { return open() }
        let listRow = table.offset + top + row
        moveInTable { cursor, count, limit in
            cursor.move(by: listRow - cursor.row, of: count, limit: limit)
        }
    }
}
