/// A part of a screen in cells; it may reach beyond the screen, and may be empty.
package struct ScreenArea: Hashable, Sendable {
    package var row: Int
    package var column: Int
    package var rows: Int
    package var columns: Int

    /// - Parameters:
    ///   - rows: how many, none if negative.
    ///   - columns: how many, none if negative.
    package init(row: Int, column: Int, rows: Int, columns: Int) {
        self.row = row
        self.column = column
        self.rows = max(0, rows)
        self.columns = max(0, columns)
    }

    /// The row below the last.
    package var endRow: Int { row + rows }

    /// The column to the right of the last.
    package var endColumn: Int { column + columns }

    func contains(_ row: Int, _ column: Int) -> Bool {
        row >= self.row && row < endRow && column >= self.column && column < endColumn
    }

    /// What is part of both; empty if nothing is.
    package func common(with other: ScreenArea) -> ScreenArea {
        let top = max(row, other.row)
        let left = max(column, other.column)
        return ScreenArea(
            row: top, column: left, rows: min(endRow, other.endRow) - top,
            columns: min(endColumn, other.endColumn) - left)
    }
}
