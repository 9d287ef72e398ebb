/// Output bytes for a terminal, with the cursor position and the style that they lead to.
struct CellWriter {
    var bytes: [UInt8]
    /// Nil while unknown.
    var cursor: Cursor?
    private(set) var pen: CellStyle
    private let columns: Int

    /// - Parameter columns: the width of the screen.
    init(bytes: consuming [UInt8], columns: Int) {
        self.bytes = bytes
        self.columns = columns
        pen = .plain
    }

    /// Erases the screen, whatever style the terminal is in.
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

    /// The length of a move to the right within the row; `.max` if the cursor is unknown.
    func byteCountOfMove(right count: Int) -> Int {
        guard let cursor, let column = cursor.column else { return .max }
        return CursorMove(from: cursor, toRow: cursor.row, column: column + count).byteCount
    }

    mutating func setPen(_ style: CellStyle) {
        StyleChange(from: pen, to: style).append(to: &bytes)
        pen = style
    }

    /// Writes a cell at the cursor. Traps when the cursor is unknown.
    mutating func write(_ cell: Cell) {
        guard let row = cursor?.row, let column = cursor?.column else {
            preconditionFailure("a cell is written while the cursor is behind the last column")
        }
        setPen(cell.bestPen(after: pen))
        bytes.append(cell.scalar)
        cursor = Cursor(row: row, column: column + 1 < columns ? column + 1 : nil)
    }

    /// Blanks the row from the cursor to its end; the cursor stays.
    ///
    /// The background is reset first, because terminals differ in whether they fill with it.
    mutating func eraseToEndOfLine() {
        setPen(Cell.blank.bestPen(after: pen))
        bytes.append(contentsOf: "\u{1B}[K".utf8)
    }
}

extension Cell {
    /// The style to write the cell in: the current one where a space looks the same in both.
    func bestPen(after pen: CellStyle) -> CellStyle {
        scalar == " " && pen.hasSurface(of: style) ? pen : style
    }

    /// The number of bytes that write the cell after `pen`, its style change included.
    func byteCount(after pen: CellStyle) -> Int {
        StyleChange(from: pen, to: bestPen(after: pen)).byteCount + UTF8.width(scalar)
    }
}

/// The shortest SGR sequence (select graphic rendition) that turns one style into another.
///
/// Either of two ways may be shorter: reset and set everything, or change only what differs.
private struct StyleChange {
    private var codes: [8 of UInt8] = .init(repeating: 0)
    private var count = 0
    /// The length of the whole sequence, 0 when the styles are equal.
    private(set) var byteCount = 0

    init(from old: CellStyle, to new: CellStyle) {
        guard old != new else { return }
        changeDifferences(from: old, to: new)
        let reset = StyleChange(resettingTo: new)
        if reset.byteCount < byteCount { self = reset }
    }

    /// A code of 0 is written as an empty parameter, which means the same and is shorter.
    private init(resettingTo new: CellStyle) {
        add(0)
        changeDifferences(from: .plain, to: new)
    }

    /// SGR 22 ends both bold and dim, so the one that continues is set again.
    private mutating func changeDifferences(from old: CellStyle, to new: CellStyle) {
        let endsIntensity = old.isBold && !new.isBold || old.isDim && !new.isDim
        if endsIntensity { add(22) }
        if new.isBold, endsIntensity || !old.isBold { add(1) }
        if new.isDim, endsIntensity || !old.isDim { add(2) }
        if old.isUnderlined != new.isUnderlined { add(new.isUnderlined ? 4 : 24) }
        if old.isReversed != new.isReversed { add(new.isReversed ? 7 : 27) }
        if old.foreground != new.foreground { add(new.foreground?.foregroundCode ?? 39) }
        if old.background != new.background { add(new.background?.backgroundCode ?? 49) }
    }

    private mutating func add(_ code: UInt8) {
        byteCount += (count == 0 ? 3 : 1) + (code == 0 ? 0 : Int(code).digitCount)
        codes[count] = code
        count += 1
    }

    func append(to bytes: inout [UInt8]) {
        guard count > 0 else { return }
        bytes.appendControl()
        for index in 0..<count {
            if index > 0 { bytes.append(UInt8(ascii: ";")) }
            if codes[index] > 0 { bytes.append(decimal: Int(codes[index])) }
        }
        bytes.append(UInt8(ascii: "m"))
    }
}
