/// A picture of dots as high as they are wide, for what has one scale in both directions.
///
/// A cell, which is twice as high as wide, has two dots by four in braille, else one by two. The
/// style of a cell is that of the dot set last.
package struct DotMap {
    /// A dot, counted from the upper left one.
    package struct Dot: Equatable, Sendable {
        package let column: Int
        package let row: Int

        package init(column: Int, row: Int) {
            self.column = column
            self.row = row
        }
    }

    private let area: ScreenArea
    private let symbols: Symbols
    /// The dots of each cell as bits, in row order.
    private var bits: [UInt32]
    private var styles: [CellStyle]

    package init(in area: ScreenArea, _ symbols: Symbols) {
        (self.area, self.symbols) = (area, symbols)
        bits = Array(repeating: 0, count: area.rows * area.columns)
        styles = Array(repeating: .plain, count: bits.count)
    }

    package var columns: Int { area.columns * symbols.dotsAcross }
    package var rows: Int { area.rows * symbols.dotsDown }

    /// Sets the dots of a straight line between two dots; those outside the picture are left out.
    /// O(length).
    package mutating func draw(from start: Dot, to end: Dot, _ style: CellStyle) {
        let (across, down) = (end.column - start.column, end.row - start.row)
        let steps = max(abs(across), abs(down))
        for step in 0...steps {
            let share = steps == 0 ? 0 : Double(step) / Double(steps)
            set(
                Dot(
                    column: start.column + Int((Double(across) * share).rounded()),
                    row: start.row + Int((Double(down) * share).rounded())), style)
        }
    }

    private mutating func set(_ dot: Dot, _ style: CellStyle) {
        guard (0..<columns).contains(dot.column), (0..<rows).contains(dot.row) else { return }
        let place = cell(of: dot)
        let index = (place.row - area.row) * area.columns + place.column - area.column
        bits[index] |= symbols.bit(dot.column % symbols.dotsAcross, dot.row % symbols.dotsDown)
        styles[index] = style
    }

    /// The position on the screen of the cell that a dot belongs to.
    package func cell(of dot: Dot) -> (row: Int, column: Int) {
        (area.row + dot.row / symbols.dotsDown, area.column + dot.column / symbols.dotsAcross)
    }

    /// Draws the cells that have a dot; the others are left unchanged.
    package func draw(on screen: inout Screen) {
        for (index, dots) in bits.enumerated() where dots != 0 {
            let (row, column) = (index / area.columns, index % area.columns)
            screen[area.row + row, area.column + column] = Cell(
                scalar: symbols.scalar(dots), style: styles[index])
        }
    }
}

extension Symbols {
    fileprivate var dotsAcross: Int { self == .braille ? 2 : 1 }
    fileprivate var dotsDown: Int { self == .braille ? 4 : 2 }

    /// The bit of a dot in its cell, counted from the upper left one.
    fileprivate func bit(_ column: Int, _ row: Int) -> UInt32 {
        self == .braille ? Glyph.brailleDot(column, level: 3 - row) : 1 << UInt32(row)
    }

    /// The character of a cell with some dots.
    fileprivate func scalar(_ bits: UInt32) -> Unicode.Scalar {
        switch self {
        case .braille: Unicode.Scalar(0x2800 + bits) ?? " "
        case .block: bits == 1 ? "▀" : bits == 2 ? "▄" : "█"
        case .ascii: bits == 1 ? "'" : bits == 2 ? "." : ":"
        }
    }
}
