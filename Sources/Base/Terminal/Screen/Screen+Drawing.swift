extension Screen {
    /// Writes text from a position on; what exceeds the row, or `width` columns, is cut.
    ///
    /// Text may come from outside: control characters and wide characters become `?`, and scalars
    /// without a width are left out.
    /// - Returns: The column after the last character that was written.
    @discardableResult
    package mutating func put(
        _ text: String, row: Int, column: Int, _ style: CellStyle = .plain, width: Int? = nil
    ) -> Int {
        guard column < columns else { return column }
        let room = columns - column
        let end = column + min(room, max(0, width ?? room))
        var next = column
        for scalar in text.unicodeScalars {
            guard next < end else { break }
            guard let shown = scalar.shown else { continue }
            self[row, next] = Cell(scalar: shown, style: style)
            next += 1
        }
        return next
    }

    /// Writes text from a position on; text wider than `width` ends in `mark`, one column wide,
    /// which shows that it was cut.
    package mutating func put(
        _ text: String, row: Int, column: Int, _ style: CellStyle = .plain, width: Int,
        cutMark mark: String
    ) {
        guard text.columnCount > width else {
            put(text, row: row, column: column, style, width: width)
            return
        }
        let end = put(text, row: row, column: column, style, width: max(0, width - 1))
        put(mark, row: row, column: end, style, width: min(1, width))
    }

    /// Writes text so that its last character stands in the column before `endColumn`.
    package mutating func putRight(
        _ text: String, row: Int, endColumn: Int, _ style: CellStyle = .plain
    ) {
        put(text, row: row, column: endColumn - text.columnCount, style)
    }

    /// Writes text centred in the columns of an area; text wider than the area is cut at its right
    /// edge, and ends in `mark` if there is one.
    package mutating func putCentered(
        _ text: String, row: Int, area: ScreenArea, _ style: CellStyle = .plain,
        cutMark mark: String? = nil
    ) {
        let margin = max(0, area.columns - text.columnCount) / 2
        let width = area.columns - margin
        if let mark {
            put(text, row: row, column: area.column + margin, style, width: width, cutMark: mark)
        } else {
            put(text, row: row, column: area.column + margin, style, width: width)
        }
    }
}

extension Screen {
    /// Draws a box along the edges of an area, with a title in the upper edge if there is room.
    ///
    /// The corners are round with ``Symbols/braille``. The inside is left unchanged, and so is an
    /// area with fewer than two rows or columns.
    package mutating func drawBox(
        _ area: ScreenArea, title: String?, symbols: Symbols, _ style: CellStyle
    ) {
        guard area.rows >= 2, area.columns >= 2 else { return }
        let lines = BoxCharacters(symbols)
        let (bottom, right) = (area.endRow - 1, area.endColumn - 1)
        var side = ScreenArea(row: area.row, column: area.column, rows: area.rows, columns: 1)
        fill(side, lines.vertical, style)
        side.column = right
        fill(side, lines.vertical, style)
        for (row, corners) in [(area.row, lines.top), (bottom, lines.bottom)] {
            fill(area.line(row), lines.horizontal, style)
            self[row, area.column] = Cell(scalar: corners.left, style: style)
            self[row, right] = Cell(scalar: corners.right, style: style)
        }
        putTitle(title ?? "", area, style)
    }

    /// A corner, one column of the edge and a space stand on either side of the title.
    private mutating func putTitle(_ title: String, _ area: ScreenArea, _ style: CellStyle) {
        let width = area.columns - 6
        guard width > 0, title.columnCount > 0 else { return }
        put(" ", row: area.row, column: area.column + 2, style)
        let end = put(title, row: area.row, column: area.column + 3, style, width: width)
        put(" ", row: area.row, column: end, style)
    }
}

/// The characters that a box is drawn with.
private struct BoxCharacters {
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
