import Vocabulary
import WireProtocol

/// The list of the fleet that the user browses: the wanted page, the selected row, and the lanes
/// of the page that subscriptions name.
struct FleetList: Sendable {
    var pager = FleetPager()
    /// The selected row of the list and the page around it.
    private var cursor = FleetCursor()
    /// Whether the list has been scrolled to the session of the flight view.
    private var isOpened = false
    /// The lanes that the list's subscriptions name.
    private(set) var followed = FollowedLanes([])
    /// When the lanes of the page last changed.
    private var changedAt = MonotonicInstant.zero
    /// The filter before the prompt for it was opened; nil while the prompt is closed.
    var filterBefore: String?

    /// Prepares for another fleet.
    mutating func restart() { (cursor, isOpened) = (FleetCursor(), false) }

    /// Drops the page and the followed lanes.
    mutating func forget() {
        pager.forget()
        followed = FollowedLanes([])
    }

    /// Prepares for showing the list again.
    mutating func show() {
        isOpened = false
        followed = FollowedLanes([])
        pager.refreshNow()
    }

    /// Scrolls to a lane if the position of its row is known; false if that was done before.
    mutating func open(at lane: LaneID, in table: FleetTable, of fleet: GreetedFleet) -> Bool {
        guard !isOpened else { return false }
        isOpened = true
        let limit = pager.wanted.limit
        if let row = table.order.firstIndex(of: lane) {
            cursor = FleetCursor(row: table.offset + row, offset: table.offset)
        } else if pager.wanted.isSameList(as: FleetQuery()), fleet.flies(lane) {
            cursor = .page(of: fleet.shard.ordinal(from: lane), limit: limit)
            cursor.fit(count: fleet.sessions, limit: limit)
        }
        pager.wanted.offset = cursor.offset
        return true
    }

    /// Sets the number of rows of a page.
    mutating func fit(rows: Int) {
        pager.wanted.limit = min(max(rows, 1), FleetQuery.limitMax)
        fit(count: pager.shown?.matching ?? Int.max / 2)
    }

    private mutating func fit(count: Int) {
        cursor.fit(count: count, limit: pager.wanted.limit)
        pager.wanted.offset = cursor.offset
    }

    /// Changes the query and wants the first page of its list; false if the list stays the same.
    mutating func change(_ change: (inout FleetQuery) -> Void) -> Bool {
        var query = pager.wanted
        change(&query)
        guard !query.isSameList(as: pager.wanted) else { return false }
        query.offset = 0
        pager.wanted = query
        cursor = FleetCursor()
        return true
    }

    /// Moves the cursor; returns whether another page is wanted, nil while there is no list.
    ///
    /// - Parameter move: is given the number of rows of the whole list and of a page.
    mutating func move(_ move: (inout FleetCursor, Int, Int) -> Void) -> Bool? {
        guard let shown = pager.shown, shown.matching > 0,
            shown.query.isSameList(as: pager.wanted)
        else { return nil }
        move(&cursor, shown.matching, pager.wanted.limit)
        defer { pager.wanted.offset = cursor.offset }
        return pager.wanted.offset != cursor.offset
    }
}

/// The page, and the lane of the selected row.
extension FleetList {
    /// When to subscribe to the lanes of the page; nil if they are followed.
    func followDueAt(_ table: FleetTable) -> MonotonicInstant? {
        guard pager.progress == nil, !followed.isOf(Array(table.rows.keys)) else { return nil }
        return followed.renewalDueAt(of: pager.shown?.query, changedAt: changedAt)
    }

    /// Follows the lanes of the page if that is due; false if it is not.
    mutating func follow(_ table: FleetTable, at now: MonotonicInstant) -> Bool {
        guard let due = followDueAt(table), now >= due else { return false }
        followed = FollowedLanes(Array(table.rows.keys), of: pager.shown?.query, since: now)
        return true
    }

    /// Fills the table from an answer to a request for a page; returns the page, nil for any other
    /// answer.
    mutating func take(
        _ answer: JSONValue, into table: inout FleetTable, at instant: FleetInstant,
        _ now: MonotonicInstant
    ) -> FleetPage? {
        guard let page = pager.take(answer, at: now) else { return nil }
        let before = table.rows.keys
        table.take(page, at: instant)
        if table.order.count < table.rows.count { pager.refreshSoon() }
        if table.rows.keys != before { changedAt = now }
        return page
    }

    /// Selects a row of a new page: that of the selected lane if it is listed, else the row with
    /// the same number. After a move of the cursor, it selects the cursor's row.
    ///
    /// - Returns: the lane to select.
    mutating func select(on page: FleetPage, _ table: FleetTable, selected: LaneID?) -> LaneID? {
        guard page.query.isSameList(as: pager.wanted) else { return selected }
        defer { if page.isComplete { fit(count: page.matching) } }
        if cursor.awaitsPage {
            guard page.query == pager.wanted else { return selected }
        } else if select(selected, in: table) {
            return selected
        }
        let lane = nearestLane(in: table)
        if !select(lane, in: table) { cursor.select(row: cursor.row) }
        return lane
    }

    /// Keeps the selection on its lane after rows were sorted anew. If the lane is no longer
    /// listed, the row with the same number is selected.
    ///
    /// - Returns: the lane to select.
    mutating func keep(_ selected: LaneID?, in table: FleetTable) -> LaneID? {
        guard !cursor.awaitsPage, pager.shown != nil else { return selected }
        return select(selected, in: table) ? selected : nearestLane(in: table)
    }

    /// Moves the cursor to the row of a lane; false if the lane is not listed.
    private mutating func select(_ lane: LaneID?, in table: FleetTable) -> Bool {
        guard let lane, let row = table.order.firstIndex(of: lane) else { return false }
        cursor.select(row: table.offset + row)
        return true
    }

    /// The lane of the listed row that is the nearest to the cursor; nil for an empty table.
    private func nearestLane(in table: FleetTable) -> LaneID? {
        let row = min(cursor.row - table.offset, table.order.count - 1)
        return table.order.isEmpty ? nil : table.order[max(0, row)]
    }

    /// The lane of the cursor's row after a move; nil if its page has to come first.
    mutating func laneAtCursor(in table: FleetTable) -> LaneID? {
        let row = cursor.row - table.offset
        cursor.awaitsPage = !table.order.indices.contains(row)
        return cursor.awaitsPage ? nil : table.order[row]
    }
}
