import Vocabulary
import WireProtocol

/// The table of the fleet: its page, its subscriptions and its selected row.
extension DisplayState {
    package mutating func requests(at now: MonotonicInstant) -> [String] {
        defer { (questions, rest.isAsked) = ([], false) }
        var requests = commands.takeUnsent()
        requests += FleetQuestion.allCases.filter(questions.contains).map(\.request)
        if rest.isAsked, let lane {
            requests.append(RestRecord.question(lane, id: DisplaySubscription.restID))
        }
        guard isTableAsked, let fleet, let lane else { return requests }
        if list.open(at: lane, in: picture.table, of: fleet) { select(lane) }
        if list.follow(picture.table, at: now) { resubscribe(.fleet, .trail) }
        if let page = list.pager.request(at: now, isFrozen: frozen != nil) {
            requests.append(page)
        }
        return requests
    }

    package var requestsDueAt: MonotonicInstant? {
        guard isTableAsked else { return nil }
        let page = frozen == nil ? pager.dueAt : nil
        return [list.followDueAt(picture.table), page].compactMap(\.self).min()
    }

    package mutating func fit(columns: Int, rows: Int) {
        guard size.columns != columns || size.rows != rows else { return }
        let showedGround = showsGround
        size = (columns, rows)
        if showsGround != showedGround { resubscribe(.ground) }
        list.fit(rows: FleetLayout(columns: columns, rows: rows).bodyRows)
    }

    private var isTableAsked: Bool {
        link.loss == nil && preferences.view == .fleet && fleet != nil && lane != nil
    }

    /// Handles an answer to a request for a page.
    mutating func takePage(_ answer: JSONValue, at now: MonotonicInstant) {
        let instant = answer["t"]?.instant ?? link.instant(at: now)
        guard let page = list.take(answer, into: &picture.table, at: instant, now) else { return }
        // An empty page has no subscription, so no `live` line will report that the display has
        // caught up.
        let isShown = preferences.view == .fleet
        if isShown, page.entries.isEmpty, page.isComplete { link.isCaughtUp = true }
        select(list.select(on: page, picture.table, selected: picture.selected))
    }

    mutating func keepSelection() {
        guard frozen == nil else { return }
        select(list.keep(picture.selected, in: picture.table))
    }

    mutating func select(_ lane: LaneID?) {
        picture.selected = lane
        frozen?.picture.selected = lane
    }
}

/// What the user does in the table.
extension DisplayState {
    /// Moves the selection, the page, or both.
    ///
    /// - Parameter move: changes the cursor, given the number of rows of the whole list and of a
    ///   page.
    mutating func moveInTable(_ move: (inout FleetCursor, Int, Int) -> Void) {
        guard preferences.view == .fleet, let isTurned = list.move(move) else { return }
        if isTurned { frozen = nil }
        if let lane = list.laneAtCursor(in: shownPicture.table) { select(lane) }
    }

    mutating func moveSelection(by rows: Int) {
        moveInTable { $0.move(by: rows, of: $1, limit: $2) }
    }

    /// Changes the query and shows the first page of its list. A frozen picture is unfrozen.
    mutating func changeList(_ change: (inout FleetQuery) -> Void) {
        if preferences.view == .fleet, list.change(change) { frozen = nil }
    }

    /// Sorts by a column; a second time by the same column reverses the order.
    mutating func sort(by order: FleetOrder) {
        changeList { query in
            query.isReversed = query.order == order && !query.isReversed
            query.order = order
        }
    }

    /// Sorts by a neighbouring column that is on the screen. A screen too narrow for any column
    /// keeps the order.
    mutating func changeOrder(by steps: Int) {
        let orders = FleetLayout.columns(width: size.columns).compactMap(\.order)
        guard !orders.isEmpty else { return }
        let index = orders.firstIndex(of: pager.wanted.order) ?? 0
        changeList { query in
            query.order = orders[(index + steps + orders.count) % orders.count]
            query.isReversed = false
        }
    }

    mutating func showPhase(_ phase: Phase?) { changeList { $0.phase = phase } }

    /// Moves to the tab of the next or the previous phase; the tab of all sessions is one of the
    /// round.
    mutating func changePhase(by steps: Int) {
        let tabs = [nil] + Phase.allCases.map(Optional.some)
        let index = tabs.firstIndex(of: pager.wanted.phase) ?? 0
        showPhase(tabs[(index + steps + tabs.count) % tabs.count])
    }

    /// Opens the table. The page that it showed last stays until a new one comes.
    mutating func showTable() {
        preferences.view = .fleet
        frozen = nil
        link.isCaughtUp = false
        list.show()
    }
}
