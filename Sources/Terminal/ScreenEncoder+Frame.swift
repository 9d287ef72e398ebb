extension ScreenEncoder {
    /// One frame while it is encoded.
    struct Frame {
        private let old: Screen
        private let new: Screen
        private let isColored: Bool
        private var writer: CellWriter

        init(old: Screen?, new: Screen, isColored: Bool, bytes: consuming [UInt8]) {
            self.new = new
            self.isColored = isColored
            writer = CellWriter(bytes: bytes, columns: new.columns)
            if let old, old.columns == new.columns, old.rows == new.rows {
                self.old = old
            } else {
                self.old = Screen(columns: new.columns, rows: new.rows)
                writer.clear()
            }
        }

        mutating func encode() {
            for row in 0..<new.rows { encode(row) }
        }

        /// The bytes, at whose end the style is plain again.
        consuming func finish() -> [UInt8] {
            writer.setPen(.plain)
            return writer.bytes
        }

        private mutating func encode(_ row: Int) {
            let cells = row * new.columns..<(row + 1) * new.columns
            guard var place = firstDifference(in: cells) else { return }
            let blankStart = blankStart(of: cells)
            while place < blankStart || !eraseEnd(of: cells, from: place) {
                reach(place, in: cells)
                writer.write(seen(place))
                guard let next = firstDifference(in: place + 1..<cells.upperBound) else { return }
                place = next
            }
        }

        private func seen(_ place: Int) -> Cell { new.cells[place].seen(isColored: isColored) }

        private func differs(_ place: Int) -> Bool {
            old.cells[place] != new.cells[place]
                && old.cells[place].seen(isColored: isColored) != seen(place)
        }

        private func firstDifference(in places: Range<Int>) -> Int? {
            places.first { differs($0) }
        }

        /// The first place from which on the row is blank.
        private func blankStart(of cells: Range<Int>) -> Int {
            (cells.last { seen($0) != .blank } ?? cells.lowerBound - 1) + 1
        }

        /// Blanks the end of a row if that is shorter than to write the spaces that differ.
        private mutating func eraseEnd(of cells: Range<Int>, from place: Int) -> Bool {
            guard let last = (place..<cells.upperBound).last(where: { differs($0) }),
                last - place >= 3
            else { return false }
            reach(place, in: cells)
            writer.eraseToEndOfLine()
            return true
        }

        /// Brings the cursor to a place: with a move, or by writing again what lies between.
        private mutating func reach(_ place: Int, in cells: Range<Int>) {
            let row = cells.lowerBound / new.columns
            if let cursor = writer.cursor, cursor.row == row, let column = cursor.column,
                isShorterToWrite(cells.lowerBound + column, upTo: place)
            {
                for between in cells.lowerBound + column..<place { writer.write(seen(between)) }
            } else {
                writer.move(toRow: row, column: place - cells.lowerBound)
            }
        }

        /// Whether the cells from the cursor on take fewer bytes than the move across them; the
        /// style that the cell behind them needs is counted on both sides.
        private func isShorterToWrite(_ start: Int, upTo place: Int) -> Bool {
            guard start < place else { return false }
            let target = seen(place)
            let limit =
                writer.byteCountOfMove(right: place - start) + target.byteCount(after: writer.pen)
            var pen = writer.pen
            var byteCount = 0
            for cell in start..<place {
                byteCount += seen(cell).byteCount(after: pen)
                guard byteCount < limit else { return false }
                pen = seen(cell).bestPen(after: pen)
            }
            return byteCount + target.byteCount(after: pen) < limit
        }
    }
}
