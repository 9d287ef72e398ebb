/// Bytes for a terminal whose cursor and style are followed while they grow.
struct CellWriter {
    var bytes: [UInt8]
    /// Nil when unknown.
    var cursor: Cursor?
    private(set) var pen: CellStyle
    private let columns: Int

    /// - Parameter columns: the width of the screen.
    init(bytes: consuming [UInt8], columns: Int) {
        self.bytes = bytes
        self.columns = columns
        pen = .plain
    }

    /// Erases everything, whatever style the terminal is in.
    mutating func clear() {
        bytes.append(contentsOf: "\u{1B}[m\u{1B}[H\u{1B}[J".utf8)
        cursor = Cursor(row: 0, column: 0)
        pen = .plain
    }

    mutating func move(toRow row: Int, column: Int) {
        guard cursor != Cursor(row: row, column: column) else { return }
        CursorMove(from: cursor, toRow: row, column: column).append(to: &bytes)
        cursor = Cursor(row: row, column: column)
    }

    /// The bytes of a move within the row, to a place on the right.
    func byteCountOfMove(right count: Int) -> Int {
        guard let cursor, let column = cursor.column else { return .max }
        return CursorMove(from: cursor, toRow: cursor.row, column: column + count).byteCount
    }

    mutating func setPen(_ style: CellStyle) {
        StyleChange(from: pen, to: style).append(to: &bytes)
        pen = style
    }

    /// Writes a cell where the cursor is. Traps when that is unknown.
    mutating func write(_ cell: Cell) {
        guard let row = cursor?.row, let column = cursor?.column else {
            preconditionFailure("a cell is written while the cursor is behind the last column")
        }
        setPen(cell.bestPen(after: pen))
        bytes.append(cell.scalar)
        cursor = Cursor(row: row, column: column + 1 < columns ? column + 1 : nil)
    }

    /// Blanks the row from the cursor on, which stays where it is.
    ///
    /// Terminals fill with a background, or do not; so there is none.
    mutating func eraseToEndOfLine() {
        setPen(Cell.blank.bestPen(after: pen))
        bytes.append(contentsOf: "\u{1B}[K".utf8)
    }
}

extension Cell {
    /// The style to write the cell in: the one before where that looks the same.
    func bestPen(after pen: CellStyle) -> CellStyle {
        scalar == " " && pen.hasSurface(of: style) ? pen : style
    }

    /// The bytes that write the cell.
    func byteCount(after pen: CellStyle) -> Int {
        StyleChange(from: pen, to: bestPen(after: pen)).byteCount + UTF8.width(scalar)
    }
}
