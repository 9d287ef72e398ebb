/// Encodes the difference between two screens as a short byte sequence for a terminal.
///
/// The encoder keeps no state between frames: each frame begins and ends in the plain style, and
/// its first cursor move is absolute. The terminal must be as large as the screen and in the modes
/// that ``enter`` sets.
package struct ScreenEncoder: Sendable {
    /// When false, styles lose their colours and keep the rest.
    private let isColored: Bool
    /// Whether frames are wrapped in synchronized-update marks (private mode 2026), so that a
    /// terminal shows a frame at once and never half of it.
    private let isSynchronized: Bool

    package init(isColored: Bool, isSynchronized: Bool = true) {
        self.isColored = isColored
        self.isSynchronized = isSynchronized
    }

    /// Appends a short sequence that turns `old` into `new`; nothing when they look the same.
    ///
    /// O(cells). Allocates only when `bytes` has to grow or the screen is cleared.
    /// - Parameter old: what the terminal shows. When it is nil (unknown) or of another size, the
    ///   screen is cleared first.
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

    /// Enters the alternate screen (which saves the cursor), hides the cursor, turns off line wrap
    /// so that the last column can be written, and turns on bracketed paste.
    package static let enter = Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h".utf8)

    /// Turns on mouse reports: buttons and wheel, not moves (xterm modes 1000 and 1006). While they
    /// are on, most terminals select text only with the Shift key held.
    package static let mouseOn = Array("\u{1B}[?1000h\u{1B}[?1006h".utf8)
    package static let mouseOff = Array("\u{1B}[?1006l\u{1B}[?1000l".utf8)

    /// Undoes ``enter`` and ``mouseOn``, even if only part of them was sent or a frame broke off.
    ///
    /// Leaving the alternate screen restores the cursor that was saved last, possibly long ago. So
    /// the sequence enters it once more first: on the alternate screen that changes nothing, on the
    /// normal screen it saves the present cursor. A terminal without an alternate screen, such as
    /// the Linux console, keeps showing the last frame: encode a blank screen before.
    package static let leave =
        Array("\u{1B}[?2026l\u{1B}[m".utf8) + mouseOff
        + Array("\u{1B}[?2004l\u{1B}[?7h\u{1B}[?1049h\u{1B}[?1049l\u{1B}[?25h".utf8)
}

extension ScreenEncoder {
    /// The encoding of one frame.
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

        /// The bytes; the style is plain again at their end.
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

        /// The index of the first cell from which on the row is blank.
        private func blankStart(of cells: Range<Int>) -> Int {
            (cells.last { seen($0) != .blank } ?? cells.lowerBound - 1) + 1
        }

        /// Erases to the end of the row if that is shorter than writing the spaces that differ.
        private mutating func eraseEnd(of cells: Range<Int>, from index: Int) -> Bool {
            guard let last = (index..<cells.upperBound).last(where: { differs($0) }),
                last - index >= 3
            else { return false }
            reach(index, in: cells)
            writer.eraseToEndOfLine()
            return true
        }

        /// Moves the cursor to a cell of the row, or writes the cells on the way again if that is
        /// shorter.
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

        /// Whether writing the cells from the cursor on takes fewer bytes than moving across them.
        /// Both sides include the style change of the cell behind them.
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
