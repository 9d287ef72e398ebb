/// What a terminal shows or shall show: rows of cells.
///
/// Drawing beyond its edges does nothing, so that a display need not know how small a terminal is.
package struct Screen: Equatable, Sendable {
    /// Columns, and rows, that a screen has at most; it bounds its memory to 32 MiB.
    package static let sideMax = 2048

    package let columns: Int
    package let rows: Int
    /// Row by row.
    private(set) var cells: [Cell]
    /// What can be written to: all of it, but while ``drawing(in:_:)`` lasts.
    private var open: ScreenArea

    /// A blank screen; sizes are brought into 0...``sideMax``.
    package init(columns: Int, rows: Int) {
        self.columns = min(max(columns, 0), Self.sideMax)
        self.rows = min(max(rows, 0), Self.sideMax)
        cells = Array(repeating: .blank, count: self.columns * self.rows)
        open = ScreenArea(row: 0, column: 0, rows: self.rows, columns: self.columns)
    }

    /// All of the screen.
    package var area: ScreenArea { ScreenArea(row: 0, column: 0, rows: rows, columns: columns) }

    /// The cell at a place; outside of the screen it reads as blank, and writing does nothing.
    package subscript(row: Int, column: Int) -> Cell {
        get { area.contains(row, column) ? cells[row * columns + column] : .blank }
        set {
            guard open.contains(row, column) else { return }
            cells[row * columns + column] = newValue
        }
    }

    /// Draws so that nothing is written outside of an area: what does not fit is cut at its edge,
    /// and never stands in the cells of a neighbour. Areas within areas are what both have.
    package mutating func drawing(in area: ScreenArea, _ draw: (inout Screen) -> Void) {
        let outer = open
        open = outer.common(with: area)
        draw(&self)
        open = outer
    }

    /// Fills the part of an area that is on the screen with one character.
    package mutating func fill(
        _ area: ScreenArea, _ scalar: Unicode.Scalar = " ", _ style: CellStyle = .plain
    ) {
        let cell = Cell(scalar: scalar, style: style)
        let columns = max(area.column, 0)..<max(min(area.endColumn, columns), area.column, 0)
        for row in max(area.row, 0)..<max(min(area.endRow, rows), area.row, 0) {
            for column in columns { self[row, column] = cell }
        }
    }

    /// The rows without styles and without spaces at their ends.
    package var text: [String] {
        (0..<rows).map { row in
            let cells = cells[row * columns..<(row + 1) * columns]
            let end = (cells.lastIndex { $0.scalar != " " } ?? cells.startIndex - 1) + 1
            var text = String.UnicodeScalarView()
            text.append(contentsOf: cells[..<end].lazy.map(\.scalar))
            return String(text)
        }
    }
}

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
