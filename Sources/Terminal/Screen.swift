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

    /// A blank screen; sizes are brought into 0...``sideMax``.
    package init(columns: Int, rows: Int) {
        self.columns = min(max(columns, 0), Self.sideMax)
        self.rows = min(max(rows, 0), Self.sideMax)
        cells = Array(repeating: .blank, count: self.columns * self.rows)
    }

    /// All of the screen.
    package var area: ScreenArea { ScreenArea(row: 0, column: 0, rows: rows, columns: columns) }

    /// The cell at a place; outside of the screen it reads as blank, and writing does nothing.
    package subscript(row: Int, column: Int) -> Cell {
        get { index(row, column).map { cells[$0] } ?? .blank }
        set {
            guard let index = index(row, column) else { return }
            cells[index] = newValue
        }
    }

    private func index(_ row: Int, _ column: Int) -> Int? {
        guard row >= 0, row < rows, column >= 0, column < columns else { return nil }
        return row * columns + column
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
