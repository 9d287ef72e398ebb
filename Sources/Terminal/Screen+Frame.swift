extension Screen {
    /// Draws a box along the edges of an area, with a title in its upper edge if that has room.
    ///
    /// The corners are round with ``Symbols/braille``; an area of less than two rows or columns
    /// stays as it is, and so does what is inside.
    package mutating func drawFrame(
        _ area: ScreenArea, title: String?, symbols: Symbols, _ style: CellStyle
    ) {
        guard area.rows >= 2, area.columns >= 2 else { return }
        let lines = FrameLines(symbols)
        let (bottom, right) = (area.endRow - 1, area.endColumn - 1)
        var side = ScreenArea(row: area.row, column: area.column, rows: area.rows, columns: 1)
        fill(side, lines.vertical, style)
        side.column = right
        fill(side, lines.vertical, style)
        for (row, corners) in [(area.row, lines.top), (bottom, lines.bottom)] {
            let edge = ScreenArea(row: row, column: area.column, rows: 1, columns: area.columns)
            fill(edge, lines.horizontal, style)
            self[row, area.column] = Cell(scalar: corners.left, style: style)
            self[row, right] = Cell(scalar: corners.right, style: style)
        }
        putTitle(title ?? "", area, style)
    }

    /// A corner, a piece of the edge and a space stand on either side of the title.
    private mutating func putTitle(_ title: String, _ area: ScreenArea, _ style: CellStyle) {
        let width = area.columns - 6
        guard width > 0, title.columnCount > 0 else { return }
        put(" ", row: area.row, column: area.column + 2, style)
        let end = put(title, row: area.row, column: area.column + 3, style, width: width)
        put(" ", row: area.row, column: end, style)
    }
}

/// The characters of a box.
private struct FrameLines {
    typealias Corners = (left: Unicode.Scalar, right: Unicode.Scalar)

    let horizontal: Unicode.Scalar
    let vertical: Unicode.Scalar
    let top: Corners
    let bottom: Corners

    init(_ symbols: Symbols) {
        switch symbols {
        case .braille: (horizontal, vertical, top, bottom) = ("─", "│", ("╭", "╮"), ("╰", "╯"))
        case .block: (horizontal, vertical, top, bottom) = ("─", "│", ("┌", "┐"), ("└", "┘"))
        case .ascii: (horizontal, vertical, top, bottom) = ("-", "|", ("+", "+"), ("+", "+"))
        }
    }
}
