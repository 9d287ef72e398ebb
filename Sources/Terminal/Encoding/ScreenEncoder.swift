/// Turns what a terminal shows into what it shall show, with few bytes.
///
/// It keeps nothing between frames: each begins and ends in the plain style, and its first move is
/// absolute. The terminal is meant to be as large as the screen, and in the modes of ``enter``.
package struct ScreenEncoder: Sendable {
    /// Without, the styles lose their colours and keep the rest.
    private let isColored: Bool
    /// Whether a frame is marked so that a terminal shows all of it at once or nothing.
    private let isSynchronized: Bool

    package init(isColored: Bool, isSynchronized: Bool = true) {
        self.isColored = isColored
        self.isSynchronized = isSynchronized
    }

    /// Appends a short sequence that turns `old` into `new`; nothing when they look the same.
    ///
    /// O(cells); allocates only what `bytes` lacks in room, and a blank screen where it clears.
    /// - Parameter old: what the terminal shows. Nil for unknown, and a screen of another size: it
    ///   is cleared first.
    package func encode(from old: Screen?, to new: Screen, into bytes: inout [UInt8]) {
        let start = bytes.count
        if isSynchronized { bytes.append(contentsOf: Self.beginFrame) }
        let contentStart = bytes.count
        var frame = FrameEncoder(
            old: old, new: new, isColored: isColored, bytes: exchange(&bytes, with: []))
        frame.encode()
        bytes = frame.finish()
        if bytes.count == contentStart {
            bytes.removeLast(contentStart - start)
        } else if isSynchronized {
            bytes.append(contentsOf: Self.endFrame)
        }
    }

    private static let beginFrame = Array("\u{1B}[?2026h".utf8)
    private static let endFrame = Array("\u{1B}[?2026l".utf8)

    /// Goes to the alternate screen and keeps the cursor where it was on the other, hides the
    /// cursor, lets the last column be written without a new line, and has pasted text marked.
    package static let enter = Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h".utf8)

    /// Has the terminal report the mouse: buttons and the wheel, not moves (xterm's modes 1000 and
    /// 1006). While it does, selecting text with the mouse takes the Shift key in most terminals.
    package static let mouseOn = Array("\u{1B}[?1000h\u{1B}[?1006h".utf8)
    package static let mouseOff = Array("\u{1B}[?1006l\u{1B}[?1000l".utf8)

    /// Undoes ``enter`` and ``mouseOn``, even if only a part of it was sent or a frame broke off.
    ///
    /// To leave the alternate screen moves the cursor to where it was saved last, even where that
    /// was long ago. So it is entered first: on it already, that changes nothing, and on the other
    /// screen, it saves the cursor. A terminal without one, such as the Linux console, still shows
    /// the last frame: there, encode a blank screen before.
    package static let leave =
        Array("\u{1B}[?2026l\u{1B}[m".utf8) + mouseOff
        + Array("\u{1B}[?2004l\u{1B}[?7h\u{1B}[?1049h\u{1B}[?1049l\u{1B}[?25h".utf8)
}

extension ScreenEncoder {
    /// One frame while it is encoded.
    private struct FrameEncoder {
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
            guard var index = firstDifference(in: cells) else { return }
            let blankStart = blankStart(of: cells)
            while index < blankStart || !eraseEnd(of: cells, from: index) {
                reach(index, in: cells)
                writer.write(seen(index))
                guard let next = firstDifference(in: index + 1..<cells.upperBound) else { return }
                index = next
            }
        }

        private func seen(_ index: Int) -> Cell { new.cells[index].seen(isColored: isColored) }

        private func differs(_ index: Int) -> Bool {
            old.cells[index] != new.cells[index]
                && old.cells[index].seen(isColored: isColored) != seen(index)
        }

        private func firstDifference(in places: Range<Int>) -> Int? {
            places.first { differs($0) }
        }

        /// The first place from which on the row is blank.
        private func blankStart(of cells: Range<Int>) -> Int {
            (cells.last { seen($0) != .blank } ?? cells.lowerBound - 1) + 1
        }

        /// Blanks the end of a row if that is shorter than to write the spaces that differ.
        private mutating func eraseEnd(of cells: Range<Int>, from index: Int) -> Bool {
            guard let last = (index..<cells.upperBound).last(where: { differs($0) }),
                last - index >= 3
            else { return false }
            reach(index, in: cells)
            writer.eraseToEndOfLine()
            return true
        }

        /// Brings the cursor to a place: with a move, or by writing again what lies between.
        private mutating func reach(_ index: Int, in cells: Range<Int>) {
            let row = cells.lowerBound / new.columns
            if let cursor = writer.cursor, cursor.row == row, let column = cursor.column,
                isShorterToWrite(cells.lowerBound + column, upTo: index)
            {
                for between in cells.lowerBound + column..<index { writer.write(seen(between)) }
            } else {
                writer.move(toRow: row, column: index - cells.lowerBound)
            }
        }

        /// Whether the cells from the cursor on take fewer bytes than the move across them; the
        /// style that the cell behind them needs is counted on both sides.
        private func isShorterToWrite(_ start: Int, upTo index: Int) -> Bool {
            guard start < index else { return false }
            let target = seen(index)
            let limit =
                writer.byteCountOfMove(right: index - start) + target.byteCount(after: writer.pen)
            var pen = writer.pen
            var byteCount = 0
            for cell in start..<index {
                byteCount += seen(cell).byteCount(after: pen)
                guard byteCount < limit else { return false }
                pen = seen(cell).bestPen(after: pen)
            }
            return byteCount + target.byteCount(after: pen) < limit
        }
    }
}
