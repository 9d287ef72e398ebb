extension Screen {
    /// Writes text from a place on; what does not fit into the row, or into `width` columns, is
    /// cut, and out of the screen nothing happens.
    ///
    /// Text may come from strangers: control characters and characters two columns wide become
    /// `?`, and what has no width is left out.
    /// - Returns: The column behind the text, or behind the part of it that fits.
    @discardableResult
    package mutating func put(
        _ text: String, row: Int, column: Int, _ style: CellStyle = .plain, width: Int? = nil
    ) -> Int {
        guard column < columns else { return column }
        let room = columns - column
        let end = column + min(room, max(0, width ?? room))
        var place = column
        for scalar in text.unicodeScalars {
            guard place < end else { break }
            guard let shown = scalar.shown else { continue }
            self[row, place] = Cell(scalar: shown, style: style)
            place += 1
        }
        return place
    }

    /// Writes text from a place on; what is wider than `width` ends in `mark`, which is one column
    /// wide, so that it is seen that something is missing.
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

    /// Writes text whose last character stands at `endColumn - 1`.
    package mutating func putRight(
        _ text: String, row: Int, endColumn: Int, _ style: CellStyle = .plain
    ) {
        put(text, row: row, column: endColumn - text.columnCount, style)
    }

    /// Writes text into the middle of an area's width, on a row of the screen; what is wider than
    /// the area is cut at its right edge, and ends in a mark if there is one for it.
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
