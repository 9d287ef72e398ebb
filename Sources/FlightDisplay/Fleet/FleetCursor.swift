/// Where the user is in the list of the fleet: a row, counted from the list's beginning, and the
/// page around it.
struct FleetCursor: Equatable, Sendable {
    /// The row that is chosen, from 0.
    private(set) var row = 0
    /// The first row of the page.
    private(set) var offset = 0
    /// Whether the chosen row is on a page that has not come yet.
    var awaitsPage = false

    init(row: Int = 0, offset: Int = 0) {
        (self.row, self.offset) = (max(0, row), max(0, offset))
    }

    /// The page of `limit` rows that a row is on if pages follow each other.
    static func page(of row: Int, limit: Int) -> FleetCursor {
        FleetCursor(row: row, offset: row / max(1, limit) * max(1, limit))
    }

    /// The chosen row has become another one of the page; nothing moves.
    mutating func select(row: Int) { (self.row, awaitsPage) = (max(0, row), false) }

    /// Goes some rows down, or up; the page follows by as little as it must.
    mutating func move(by rows: Int, of count: Int, limit: Int) {
        row = Self.clamp(row, plus: rows, below: count)
        fit(count: count, limit: limit)
    }

    /// Moves the page; the chosen row stays as long as it can be seen. At an end of the list the
    /// chosen row moves.
    mutating func scroll(by rows: Int, of count: Int, limit: Int) {
        let before = offset
        offset = Self.clamp(offset, plus: rows, below: count - limit + 1)
        guard offset != before else { return move(by: rows, of: count, limit: limit) }
        row = min(max(row, offset), min(offset + limit, max(count, 1)) - 1)
    }

    /// Moves page and row by whole pages.
    mutating func turn(by pages: Int, of count: Int, limit: Int) {
        offset = Self.clamp(offset, plus: pages * limit, below: count - limit + 1)
        move(by: pages * limit, of: count, limit: limit)
    }

    /// Brings the page around the chosen row, and both into a list of `count` rows.
    mutating func fit(count: Int, limit: Int) {
        row = Self.clamp(row, plus: 0, below: count)
        offset = min(max(offset, row - limit + 1), row)
        offset = Self.clamp(offset, plus: 0, below: count - limit + 1)
    }

    private static func clamp(_ number: Int, plus steps: Int, below limit: Int) -> Int {
        min(max(number + steps, 0), max(limit - 1, 0))
    }
}
