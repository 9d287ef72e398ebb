import Vocabulary
import WireProtocol

/// The table of the fleet: which page it shows, and whose lines it follows.
extension DisplayState {
    /// The requests besides subscriptions that are due now; who owns the link sends each once.
    ///
    /// - Parameter monotonic: microseconds of the monotonic clock.
    package mutating func requests(at monotonic: Int64) -> [String] {
        defer { (commands.unsent, asksForSessions) = ([], false) }
        var requests = commands.unsent
        if asksForSessions { requests.append(#"{"op":"sessions"}"#) }
        guard isTableAsked else { return requests }
        if !isTableOpened { openTable() }
        follow(at: monotonic)
        if let page = pager.request(at: monotonic, isFrozen: frozen != nil) {
            requests.append(page)
        }
        return requests
    }

    /// When ``requests(at:)`` is to be asked again though nothing happens, microseconds of the
    /// monotonic clock; nil if there is no such time, as while the link is lost.
    package var requestsDueAt: Int64? {
        guard isTableAsked else { return nil }
        let settled = isFollowed ? nil : followDueAt
        let page = frozen == nil ? pager.dueAt : nil
        return [settled, page].compactMap(\.self).min()
    }

    /// Takes the size of the screen, on which depends how many rows a page has.
    package mutating func fit(columns: Int, rows: Int) {
        guard size.columns != columns || size.rows != rows else { return }
        size = (columns, rows)
        pager.wanted.limit = min(max(FleetLayout.pageRows(rows), 1), FleetQuery.limitMax)
        cursor.fit(count: pager.shown?.matching ?? Int.max / 2, limit: pager.wanted.limit)
        pager.wanted.offset = cursor.offset
    }

    private var isTableAsked: Bool {
        link.loss == nil && preferences.view == .fleet && fleet != nil && lane != nil
    }

    private var isFollowed: Bool {
        pager.progress != nil || followed.isOf(Array(picture.table.rows.keys))
    }

    /// When the lanes of the page are to be followed, microseconds of the monotonic clock.
    private var followDueAt: Int64 {
        followed.renewalDueAt(of: pager.shown?.query, changedAt: tableChangedAt)
    }

    private mutating func follow(at monotonic: Int64) {
        guard !isFollowed, monotonic >= followDueAt else { return }
        followed = FollowedLanes(
            Array(picture.table.rows.keys), of: pager.shown?.query, since: monotonic)
        resubscribe(.fleet, .trail)
    }

    /// Where the table opens: at the flown session, as far as it is known where that is.
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

    /// Takes a page of the fleet, or what else has come under its id.
    mutating func takePage(_ answer: JSONValue, at monotonic: Int64) {
        guard let page = pager.take(answer, at: monotonic) else { return }
        let before = picture.table.rows.keys
        let instant = answer["t"]?.instant ?? clock?.now(monotonic) ?? FleetInstant(ticks: 0)
        picture.table.take(page, at: instant)
        if picture.table.order.count < picture.table.rows.count { pager.refreshSoon() }
        if picture.table.rows.keys != before { tableChangedAt = monotonic }
        // Where nobody is listed nobody is followed, and no other line says that all have come.
        let isShown = preferences.view == .fleet
        if isShown, page.entries.isEmpty, page.isComplete { link.isCaughtUp = true }
        guard page.query.isSameList(as: pager.wanted) else { return }
        selectRow(of: page)
        guard page.isComplete else { return }
        cursor.fit(count: page.matching, limit: pager.wanted.limit)
        pager.wanted.offset = cursor.offset
    }

    /// The mark stays with its session where that is on the page, else with its row; after a move,
    /// it comes to where the user wants it.
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

    /// Lets the mark follow its session after rows have changed their places; where that is listed
    /// no more, the mark stays at its row.
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

/// What the user does with the table.
extension DisplayState {
    /// Moves the mark, the page, or both.
    ///
    /// - Parameter move: what to do with the cursor, given the number of rows of the whole list and
    ///   of a page.
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

    /// Moves the mark to the first row of the whole list, or the last.
    mutating func moveSelection(to end: ListEnd) {
        moveInTable { cursor, count, limit in
            cursor.move(by: end == .first ? -count : count, of: count, limit: limit)
        }
    }

    /// Changes what is listed, or how, and shows its beginning: the present, also of a picture that
    /// stood still.
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

    /// Sorts by a column; by the same one again, the other way round.
    mutating func sort(by order: FleetOrder) {
        changeList { query in
            query.isReversed = query.order == order && !query.isReversed
            query.order = order
        }
    }

    /// Sorts by the next column that is on the screen, or an earlier one; on a screen that is too
    /// narrow for any, by what it was.
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

    /// To the page of the next phase, or the one before; around, all of them being one more.
    mutating func changePhase(by steps: Int) {
        let tabs = [nil] + Phase.allCases.map(Optional.some)
        let index = tabs.firstIndex(of: pager.wanted.phase) ?? 0
        showPhase(tabs[(index + steps + tabs.count) % tabs.count])
    }

    /// Goes to the table; its page comes anew, and until then stands as it was left.
    mutating func showTable() {
        preferences.view = .fleet
        frozen = nil
        link.isCaughtUp = false
        isTableOpened = false
        followed = FollowedLanes([])
        pager.refreshNow()
    }
}
