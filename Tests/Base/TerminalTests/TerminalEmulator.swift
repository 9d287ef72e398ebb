import Terminal

/// A terminal that understands exactly what the encoder may send. It records anything else, and
/// anything that real terminals disagree about, as a fault.
struct TerminalEmulator {
    struct Cursor: Equatable {
        var row = 0
        /// Equal to the width after the last column was written.
        var column = 0
    }

    enum Mode: Int, CaseIterable {
        case wrap = 7
        case cursorVisible = 25
        case mouseButtons = 1000
        case mouseNumbers = 1006
        case alternate = 1049
        case bracketedPaste = 2004
        case synchronized = 2026
    }

    private enum State {
        case ground
        case escape
        case control(String)
        case text([UInt8], missing: Int)
    }

    private var main: Screen
    private var alternate: Screen
    /// The cursor's position when the alternate screen was last entered.
    private var saved = Cursor()
    private(set) var pen: CellStyle
    private(set) var faults: [String] = []
    private(set) var modes: Set<Mode> = [.wrap, .cursorVisible]
    /// Nil until the first absolute move.
    private(set) var cursor: Cursor?
    /// The number of times that cells were changed outside of a synchronized update.
    private(set) var bareWrites = 0
    private var state = State.ground

    init(
        showing screen: Screen, pen: CellStyle = .plain, cursor: Cursor? = nil
    ) {
        main = screen
        alternate = Screen(columns: screen.columns, rows: screen.rows)
        self.pen = pen
        self.cursor = cursor
    }

    private(set) var screen: Screen {
        get { modes.contains(.alternate) ? alternate : main }
        set { if modes.contains(.alternate) { alternate = newValue } else { main = newValue } }
    }

    mutating func take(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { take(byte) }
    }

    private mutating func take(_ byte: UInt8) {
        switch state {
        case _ where byte == 0x1B: state = .escape
        case .escape: takeEscaped(byte)
        case .control(let text) where byte < 0x40:
            state = .control(text + String(UnicodeScalar(byte)))
        case .control(let text):
            state = .ground
            perform(UnicodeScalar(byte), text)
        case .text(let bytes, let missing):
            state = missing == 1 ? .ground : .text(bytes + [byte], missing: missing - 1)
            if missing == 1 { write(String(decoding: bytes + [byte], as: UTF8.self)) }
        case .ground: takePlain(byte)
        }
    }

    private mutating func takeEscaped(_ byte: UInt8) {
        state = .ground
        switch byte {
        case UInt8(ascii: "["): state = .control("")
        case _: faults.append("ESC \(byte)")
        }
    }

    private mutating func takePlain(_ byte: UInt8) {
        switch byte {
        case 0x0D: cursor?.column = 0
        case 0x0A: moveRelatively(rows: 1)
        case 0x08: moveRelatively(columns: -1)
        case 0x20...0x7E: write(String(UnicodeScalar(byte)))
        case 0xC2...0xDF: state = .text([byte], missing: 1)
        case 0xE0...0xEF: state = .text([byte], missing: 2)
        case 0xF0...0xF4: state = .text([byte], missing: 3)
        case _: faults.append("byte \(byte)")
        }
    }

    private mutating func write(_ text: String) {
        guard let cursor, cursor.column < screen.columns, let scalar = text.unicodeScalars.first
        else { return faults.append("\(text) is written at \(String(describing: cursor))") }
        let cell = Cell(scalar: scalar, style: pen)
        if cell.scalar != scalar { faults.append("\(scalar.value) is not one column wide") }
        noteWrite()
        screen[cursor.row, cursor.column] = cell
        self.cursor?.column += 1
    }

    private mutating func noteWrite() {
        if !modes.contains(.synchronized) { bareWrites += 1 }
    }

    private mutating func perform(_ final: UnicodeScalar, _ text: String) {
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        let count = numbers.first.flatMap { Int($0) } ?? 1
        switch final {
        case "h", "l": switchMode(text, isOn: final == "h")
        case "m": setStyle(numbers)
        case "H": moveTo(row: count, column: numbers.count > 1 ? Int(numbers[1]) ?? 0 : 1)
        case "B": moveRelatively(rows: count)
        case "C": moveRelatively(columns: count)
        case "D": moveRelatively(columns: -count)
        case "G": cursor.map { moveTo(row: $0.row + 1, column: count) } ?? unplaced()
        case "J" where text.isEmpty: erase(rows: screen.rows)
        case "K" where text.isEmpty: erase(rows: 1)
        case _: faults.append("CSI \(text) \(final)")
        }
    }

    private mutating func unplaced() { faults.append("a move while the cursor is unknown") }

    private mutating func moveTo(row: Int, column: Int) {
        let isInside = 1...max(1, screen.rows) ~= row && 1...max(1, screen.columns) ~= column
        if !isInside { faults.append("a move to \(row) \(column)") }
        cursor = Cursor(row: row - 1, column: column - 1)
    }

    private mutating func moveRelatively(rows: Int = 0, columns: Int = 0) {
        guard let cursor else { return unplaced() }
        if columns != 0, cursor.column == screen.columns { unplaced() }
        let moved = Cursor(row: cursor.row + rows, column: cursor.column + columns)
        let isInside = 0..<screen.rows ~= moved.row && 0...screen.columns ~= moved.column
        if !isInside { faults.append("a move by \(rows) \(columns) from \(cursor)") }
        self.cursor = moved
    }

    /// Erases from the cursor to the end of its row, and the rows after it, `rows` in all.
    private mutating func erase(rows: Int) {
        guard let cursor, cursor.column < screen.columns || screen.columns == 0 else {
            return unplaced()
        }
        if pen.background != nil || pen.isReversed || pen.isUnderlined {
            faults.append("an erasure in a style that terminals treat differently")
        }
        noteWrite()
        for row in cursor.row..<min(screen.rows, cursor.row + rows) {
            let start = row == cursor.row ? cursor.column : 0
            for column in start..<screen.columns { screen[row, column] = .blank }
        }
    }

    private mutating func switchMode(_ text: String, isOn: Bool) {
        guard text.first == "?", let mode = Int(text.dropFirst()).flatMap(Mode.init(rawValue:))
        else { return faults.append("mode \(text)") }
        if mode == .alternate, isOn, !modes.contains(mode) { saved = cursor ?? Cursor() }
        if isOn { modes.insert(mode) } else { modes.remove(mode) }
        if mode == .alternate, isOn {
            screen = Screen(columns: screen.columns, rows: screen.rows)
        }
        // The cursor is restored even on the normal screen, as some terminals do.
        if mode == .alternate, !isOn { cursor = saved }
    }

    private mutating func setStyle(_ numbers: [String]) {
        for number in numbers.isEmpty ? [""] : numbers {
            switch Int(number) ?? (number.isEmpty ? 0 : -1) {
            case 0: pen = .plain
            case 1: pen.isBold = true
            case 2: pen.isDim = true
            case 4: pen.isUnderlined = true
            case 7: pen.isReversed = true
            case 22: (pen.isBold, pen.isDim) = (false, false)
            case 24: pen.isUnderlined = false
            case 27: pen.isReversed = false
            case 39: pen.foreground = nil
            case 49: pen.background = nil
            case let code: setColor(code)
            }
        }
    }

    private mutating func setColor(_ code: Int) {
        switch code {
        case 30...37: pen.foreground = Color.allCases[code - 30]
        case 90...97: pen.foreground = Color.allCases[code - 82]
        case 40...47: pen.background = Color.allCases[code - 40]
        case 100...107: pen.background = Color.allCases[code - 92]
        case _: faults.append("SGR \(code)")
        }
    }
}
