/// The selected row of the fleet's list, and the page on the screen around it.
struct FleetCursor: Equatable, Sendable {
    /// The selected row, counted from 0 at the list's beginning.
    private(set) var row = 0
    /// The first row of the page.
    private(set) var offset = 0
    /// Whether the selected row is on a page that has not been answered yet.
    var awaitsPage = false

    init(row: Int = 0, offset: Int = 0) {
        (self.row, self.offset) = (max(0, row), max(0, offset))
    }

    /// The page that holds a row when the list is divided into pages of `limit` rows.
    static func page(of row: Int, limit: Int) -> FleetCursor {
        FleetCursor(row: row, offset: row / max(1, limit) * max(1, limit))
    }

    /// Selects another row of the same page.
    mutating func select(row: Int) { (self.row, awaitsPage) = (max(0, row), false) }

    /// Moves the selection by some rows; the page scrolls as little as it must.
    mutating func move(by rows: Int, of count: Int, limit: Int) {
        row = Self.clamp(row, plus: rows, below: count)
        fit(count: count, limit: limit)
    }

    /// Scrolls the page; the selection stays while it is visible. At an end of the list the
    /// selection moves instead.
    mutating func scroll(by rows: Int, of count: Int, limit: Int) {
        let before = offset
        offset = Self.clamp(offset, plus: rows, below: count - limit + 1)
        guard offset != before else { return move(by: rows, of: count, limit: limit) }
        row = min(max(row, offset), min(offset + limit, max(count, 1)) - 1)
    }

    /// Moves page and selection by whole pages.
    mutating func turn(by pages: Int, of count: Int, limit: Int) {
        offset = Self.clamp(offset, plus: pages * limit, below: count - limit + 1)
        move(by: pages * limit, of: count, limit: limit)
    }

    /// Clamps the selection to a list of `count` rows, and moves the page so that it shows the
    /// selection.
    mutating func fit(count: Int, limit: Int) {
        row = Self.clamp(row, plus: 0, below: count)
        offset = min(max(offset, row - limit + 1), row)
        offset = Self.clamp(offset, plus: 0, below: count - limit + 1)
    }

    private static func clamp(_ number: Int, plus steps: Int, below limit: Int) -> Int {
        min(max(number + steps, 0), max(limit - 1, 0))
    }
}
