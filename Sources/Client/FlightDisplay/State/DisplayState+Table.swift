import Vocabulary
import WireProtocol

/// The table of the fleet: its page, its subscriptions and its selected row.
extension DisplayState {
    /// The requests that are due, without subscriptions. The owner of the link sends each once.
    package mutating func requests(at now: MonotonicInstant) -> [String] {
        defer {
            (commands.unsent, asksForSessions, asksForRights) = ([], false, false)
            rest.isAsked = false
        }
        var requests = commands.unsent
        if asksForRights { requests.append(#"{"op":"describe"}"#) }
        if asksForSessions { requests.append(#"{"op":"sessions"}"#) }
        if rest.isAsked, let lane {
            requests.append(RestRecord.question(lane, id: DisplaySubscription.restID))
        }
        guard isTableAsked else { return requests }
        if !isTableOpened { openTable() }
        follow(at: now)
        if let page = pager.request(at: now, isFrozen: frozen != nil) {
            requests.append(page)
        }
        return requests
    }

    /// When ``requests(at:)`` has to be called again if nothing else happens; nil for never, for
    /// example while the link is lost.
    package var requestsDueAt: MonotonicInstant? {
        guard isTableAsked else { return nil }
        let settled = isFollowed ? nil : followDueAt
        let page = frozen == nil ? pager.dueAt : nil
        return [settled, page].compactMap(\.self).min()
    }

    /// Sets the size of the screen, which decides the number of rows of a page.
    package mutating func fit(columns: Int, rows: Int) {
        guard size.columns != columns || size.rows != rows else { return }
        size = (columns, rows)
        let page = FleetLayout(columns: columns, rows: rows).bodyRows
        pager.wanted.limit = min(max(page, 1), FleetQuery.limitMax)
        cursor.fit(count: pager.shown?.matching ?? Int.max / 2, limit: pager.wanted.limit)
        pager.wanted.offset = cursor.offset
    }

    private var isTableAsked: Bool {
        link.loss == nil && preferences.view == .fleet && fleet != nil && lane != nil
    }

    private var isFollowed: Bool {
        pager.progress != nil || followed.isOf(Array(picture.table.rows.keys))
    }

    /// When to subscribe to the lanes of the page.
    private var followDueAt: MonotonicInstant {
        followed.renewalDueAt(of: pager.shown?.query, changedAt: tableChangedAt)
    }

    private mutating func follow(at now: MonotonicInstant) {
        guard !isFollowed, now >= followDueAt else { return }
        followed = FollowedLanes(
            Array(picture.table.rows.keys), of: pager.shown?.query, since: now)
        resubscribe(.fleet, .trail)
    }

    /// Opens the table at the session of the flight view, if the position of its row is known.
    private mutating func openTable() {
        isTableOpened = true
        guard let lane, let fleet else { return }
        select(lane)
        let limit = pager.wanted.limit
        if let row = picture.table.order.firstIndex(of: lane) {
            cursor = FleetCursor(row: picture.table.offset + row, offset: picture.table.offset)
        } else if pager.wanted.isSameList(as: FleetQuery()), fleet.flies(lane) {
            cursor = .page(of: shard.ordinal(from: lane), limit: limit)
            cursor.fit(count: fleet.sessions, limit: limit)
        }
        pager.wanted.offset = cursor.offset
    }

    /// Handles an answer to a request for a page.
    mutating func takePage(_ answer: JSONValue, at now: MonotonicInstant) {
        guard let page = pager.take(answer, at: now) else { return }
        let before = picture.table.rows.keys
        let instant = answer["t"]?.instant ?? clock?.instant(at: now) ?? FleetInstant(ticks: 0)
        picture.table.take(page, at: instant)
        if picture.table.order.count < picture.table.rows.count { pager.refreshSoon() }
        if picture.table.rows.keys != before { tableChangedAt = now }
        // An empty page has no subscription, so no `live` line will report that the display has
        // caught up.
        let isShown = preferences.view == .fleet
        if isShown, page.entries.isEmpty, page.isComplete { link.isCaughtUp = true }
        guard page.query.isSameList(as: pager.wanted) else { return }
        selectRow(of: page)
        guard page.isComplete else { return }
        cursor.fit(count: page.matching, limit: pager.wanted.limit)
        pager.wanted.offset = cursor.offset
    }

    /// Selects a row of a new page: that of the selected session if it is listed, else the row with
    /// the same number. After a move of the cursor, it selects the cursor's row.
    private mutating func selectRow(of page: FleetPage) {
        let order = picture.table.order
        if cursor.awaitsPage {
            guard page.query == pager.wanted else { return }
        } else if let selected = picture.selected, let row = order.firstIndex(of: selected) {
            return cursor.select(row: page.offset + row)
        }
        let row = min(max(cursor.row - page.offset, 0), order.count - 1)
        select(order.isEmpty ? nil : order[row])
        cursor.select(row: order.isEmpty ? cursor.row : page.offset + row)
    }

    /// Keeps the selection on its session after rows were sorted anew. If the session is no longer
    /// listed, the row with the same number is selected.
    mutating func keepSelection() {
        guard frozen == nil, !cursor.awaitsPage, pager.shown != nil else { return }
        let table = picture.table
        if let selected = picture.selected, let row = table.order.firstIndex(of: selected) {
            return cursor.select(row: table.offset + row)
        }
        let row = min(max(cursor.row - table.offset, 0), table.order.count - 1)
        select(table.order.isEmpty ? nil : table.order[row])
    }

    mutating func select(_ lane: Int?) {
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
        guard preferences.view == .fleet, let shown = pager.shown, shown.matching > 0,
            shown.query.isSameList(as: pager.wanted)
        else { return }
        move(&cursor, shown.matching, pager.wanted.limit)
        if pager.wanted.offset != cursor.offset { frozen = nil }
        pager.wanted.offset = cursor.offset
        let table = shownPicture.table
        let row = cursor.row - table.offset
        cursor.awaitsPage = !table.order.indices.contains(row)
        if !cursor.awaitsPage { select(table.order[row]) }
    }

    mutating func moveSelection(by rows: Int) {
        moveInTable { $0.move(by: rows, of: $1, limit: $2) }
    }

    enum ListEnd {
        case first, last
    }

    /// Moves the selection to the first or the last row of the whole list.
    mutating func moveSelection(to end: ListEnd) {
        moveInTable { cursor, count, limit in
            cursor.move(by: end == .first ? -count : count, of: count, limit: limit)
        }
    }

    /// Changes the query and shows the first page of its list. A frozen picture is unfrozen.
    mutating func changeList(_ change: (inout FleetQuery) -> Void) {
        guard preferences.view == .fleet else { return }
        var query = pager.wanted
        change(&query)
        guard !query.isSameList(as: pager.wanted) else { return }
        query.offset = 0
        pager.wanted = query
        cursor = FleetCursor()
        frozen = nil
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
        isTableOpened = false
        followed = FollowedLanes([])
        pager.refreshNow()
    }
}
