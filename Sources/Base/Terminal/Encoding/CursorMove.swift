/// The position at which the terminal writes next.
struct Cursor: Equatable {
    var row: Int
    /// Nil after the last column was written: terminals disagree about where the cursor is then.
    var column: Int?
}

/// The shortest sequence that moves the cursor within its row or to a lower row.
///
/// Line feeds are used only after a carriage return and only to move down. So they end in the first
/// column whether or not the terminal adds a carriage return, and nothing scrolls.
struct CursorMove {
    private enum Way {
        case absolute(row: Int, column: Int)
        case down(rows: Int, Sideways)
        case lineStart(lineFeeds: Int, Sideways)
    }

    private var way: Way
    private(set) var byteCount: Int

    /// Traps if the row lies above the start.
    /// - Parameters:
    ///   - start: nil when unknown.
    ///   - row: the target row.
    ///   - column: the target column.
    init(from start: Cursor?, toRow row: Int, column: Int) {
        way = .absolute(row: row, column: column)
        byteCount =
            3 + (row > 0 ? (row + 1).digitCount : 0)
            + (column > 0 ? 1 + (column + 1).digitCount : 0)
        guard let start else { return }
        let rows = row - start.row
        let sideways = Sideways(from: start.column, to: column)
        precondition(rows >= 0, "a move up from row \(start.row) to \(row)")
        offer(.down(rows: rows, sideways), Self.byteCount(by: rows) + sideways.byteCount)
        let fromStart = Sideways(from: 0, to: column)
        offer(.lineStart(lineFeeds: rows, fromStart), 1 + rows + fromStart.byteCount)
    }

    private mutating func offer(_ way: Way, _ byteCount: Int) {
        guard byteCount < self.byteCount else { return }
        self.way = way
        self.byteCount = byteCount
    }

    /// The length of a relative move by `count`; a parameter of 1 is left out.
    fileprivate static func byteCount(by count: Int) -> Int {
        switch count {
        case 0: 0
        case 1: 3
        case _: 3 + count.digitCount
        }
    }

    func append(to bytes: inout [UInt8]) {
        switch way {
        case .absolute(let row, let column): bytes.appendMove(toRow: row, column: column)
        case .down(let rows, let sideways):
            bytes.appendMove(by: rows, "B")
            sideways.append(to: &bytes)
        case .lineStart(let lineFeeds, let sideways):
            bytes.append(UInt8(ascii: "\r"))
            for _ in 0..<lineFeeds { bytes.append(UInt8(ascii: "\n")) }
            sideways.append(to: &bytes)
        }
    }
}

/// The shortest sequence that moves the cursor within its row.
private enum Sideways {
    case by(Int)
    case backspaces(Int)
    case to(Int)

    /// - Parameter start: nil when unknown.
    init(from start: Int?, to column: Int) {
        self = .to(column)
        guard let start else { return }
        let candidates: [2 of Sideways] = [.by(column - start), .backspaces(start - column)]
        for index in candidates.indices where candidates[index].byteCount <= byteCount {
            self = candidates[index]
        }
    }

    /// A backspace cannot move to the right: `.max` rules it out.
    var byteCount: Int {
        switch self {
        case .by(let columns): CursorMove.byteCount(by: abs(columns))
        case .backspaces(let count): count < 0 ? .max : count
        case .to(let column): 3 + (column > 0 ? (column + 1).digitCount : 0)
        }
    }

    func append(to bytes: inout [UInt8]) {
        switch self {
        case .by(let columns): bytes.appendMove(by: abs(columns), columns < 0 ? "D" : "C")
        case .backspaces(let count): for _ in 0..<count { bytes.append(0x08) }
        case .to(let column): bytes.appendMove(toColumn: column)
        }
    }
}

extension [UInt8] {
    /// Parameters of 1 are the default and are left out.
    fileprivate mutating func appendMove(toRow row: Int, column: Int) {
        appendControl()
        if row > 0 { append(decimal: row + 1) }
        if column > 0 {
            append(UInt8(ascii: ";"))
            append(decimal: column + 1)
        }
        append(UInt8(ascii: "H"))
    }

    fileprivate mutating func appendMove(toColumn column: Int) {
        appendControl()
        if column > 0 { append(decimal: column + 1) }
        append(UInt8(ascii: "G"))
    }

    fileprivate mutating func appendMove(by count: Int, _ direction: Unicode.Scalar) {
        guard count > 0 else { return }
        appendControl()
        if count > 1 { append(decimal: count) }
        append(UInt8(ascii: direction))
    }
}

extension [UInt8] {
    /// Appends CSI, the start of a control sequence: ESC and `[`.
    mutating func appendControl() {
        append(0x1B)
        append(UInt8(ascii: "["))
    }

    /// Appends a decimal number. `number` must not be negative.
    mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    /// Appends the UTF-8 encoding of a scalar.
    mutating func append(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        switch value {
        case ..<0x80: append(UInt8(value))
        case ..<0x800: append(UInt8(0xC0 | value >> 6))
        case ..<0x1_0000:
            append(UInt8(0xE0 | value >> 12))
            append(UInt8(0x80 | value >> 6 & 0x3F))
        case _:
            append(UInt8(0xF0 | value >> 18))
            append(UInt8(0x80 | value >> 12 & 0x3F))
            append(UInt8(0x80 | value >> 6 & 0x3F))
        }
        if value >= 0x80 { append(UInt8(0x80 | value & 0x3F)) }
    }
}

extension Int {
    /// The number of decimal digits of a number that is not negative.
    var digitCount: Int {
        switch self {
        case ..<10: 1
        case ..<100: 2
        case ..<1000: 3
        case _: 4 + (self / 10_000 > 0 ? (self / 10_000).digitCount : 0)
        }
    }
}
