/// The contents of a terminal: rows of cells.
///
/// Drawing outside the screen does nothing, so that a display need not check the terminal's size.
package struct Screen: Equatable, Sendable {
    /// The most columns, and the most rows: bounds the memory of a screen to 32 MiB.
    package static let sideMax = 2048

    package let columns: Int
    package let rows: Int
    /// In row order.
    private(set) var cells: [Cell]
    /// The clip area of drawing: the whole screen, except inside ``drawing(in:_:)``.
    private var open: ScreenArea

    /// A blank screen; both sizes are clamped to 0...``sideMax``.
    package init(columns: Int, rows: Int) {
        self.columns = min(max(columns, 0), Self.sideMax)
        self.rows = min(max(rows, 0), Self.sideMax)
        cells = Array(repeating: .blank, count: self.columns * self.rows)
        open = ScreenArea(row: 0, column: 0, rows: self.rows, columns: self.columns)
    }

    /// The whole screen.
    package var area: ScreenArea { ScreenArea(row: 0, column: 0, rows: rows, columns: columns) }

    /// The cell at a position. Outside the screen, reading gives a blank cell and writing does
    /// nothing.
    package subscript(row: Int, column: Int) -> Cell {
        get { area.contains(row, column) ? cells[row * columns + column] : .blank }
        set {
            guard open.contains(row, column) else { return }
            cells[row * columns + column] = newValue
        }
    }

    /// Runs `draw` with drawing clipped to an area, so that what does not fit is cut at its edge.
    /// Nested calls clip to the intersection of their areas.
    package mutating func drawing(in area: ScreenArea, _ draw: (inout Screen) -> Void) {
        let outer = open
        open = outer.common(with: area)
        draw(&self)
        open = outer
    }

    /// Fills the part of an area that lies on the screen with one character.
    package mutating func fill(
        _ area: ScreenArea, _ scalar: Unicode.Scalar = " ", _ style: CellStyle = .plain
    ) {
        let cell = Cell(scalar: scalar, style: style)
        let columns = max(area.column, 0)..<max(min(area.endColumn, columns), area.column, 0)
        for row in max(area.row, 0)..<max(min(area.endRow, rows), area.row, 0) {
            for column in columns { self[row, column] = cell }
        }
    }

    /// The rows as text, without styles and trailing spaces.
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

/// A rectangle of cells; it may be empty and may reach beyond the screen.
package struct ScreenArea: Hashable, Sendable {
    package var row: Int
    package var column: Int
    package var rows: Int
    package var columns: Int

    /// - Parameters:
    ///   - rows: a negative number counts as 0.
    ///   - columns: a negative number counts as 0.
    package init(row: Int, column: Int, rows: Int, columns: Int) {
        self.row = row
        self.column = column
        self.rows = max(0, rows)
        self.columns = max(0, columns)
    }

    /// The row after the last.
    package var endRow: Int { row + rows }

    /// The column after the last.
    package var endColumn: Int { column + columns }

    func contains(_ row: Int, _ column: Int) -> Bool {
        row >= self.row && row < endRow && column >= self.column && column < endColumn
    }

    /// The part from a row of the area on, counted from 0.
    package func from(_ row: Int) -> ScreenArea {
        let skipped = min(row, rows)
        return ScreenArea(
            row: self.row + skipped, column: column, rows: rows - skipped, columns: columns)
    }

    /// The first rows of the area.
    package func first(_ count: Int) -> ScreenArea {
        ScreenArea(row: row, column: column, rows: min(count, rows), columns: columns)
    }

    /// The columns of the area in a row of the screen.
    package func line(_ row: Int) -> ScreenArea {
        ScreenArea(row: row, column: column, rows: 1, columns: columns)
    }

    /// The intersection; empty if the areas do not overlap.
    package func common(with other: ScreenArea) -> ScreenArea {
        let top = max(row, other.row)
        let left = max(column, other.column)
        return ScreenArea(
            row: top, column: left, rows: min(endRow, other.endRow) - top,
            columns: min(endColumn, other.endColumn) - left)
    }
}
