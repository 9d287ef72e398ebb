/// Values over time, drawn into a part of a screen.
package enum Graph {
    /// Draws values, the oldest at the left and the newest at the right edge of the area.
    ///
    /// Braille draws a line, two values in a column; blocks fill columns from below; ASCII marks
    /// each value, `*` in the upper half of a row and `.` in the lower, and joins rows by `|`. More
    /// values than fit share places by their average; fewer leave the left as it is. Cells that
    /// nothing is drawn into stay as they are. O(values + cells).
    /// - Parameters:
    ///   - values: nil for a gap, which stays empty and is never bridged; where values share a
    ///     place, it is a gap if half of them are.
    ///   - range: the values at the lower and the upper edge; values out of it are drawn there.
    ///   - style: the style of a cell, by its row and column within the area.
    package static func draw(
        _ values: [Double?], in range: ClosedRange<Double>, on screen: inout Screen,
        area: ScreenArea, symbols: Symbols, style: (_ row: Int, _ column: Int) -> CellStyle
    ) {
        guard area.rows > 0, area.columns > 0 else { return }
        let curve = Curve(values, range, area, symbols)
        for column in 0..<area.columns {
            for row in 0..<area.rows {
                guard let scalar = curve.scalar(row, column) else { continue }
                screen[area.row + row, area.column + column] = Cell(
                    scalar: scalar, style: style(row, column))
            }
        }
    }

    /// The row, 0 being the upper one of `rows`, in which a value is drawn: where its grid line is.
    package static func row(
        of value: Double, in range: ClosedRange<Double>, rows: Int, symbols: Symbols
    ) -> Int {
        let level = ValueScale(range).level(of: value, count: rows * symbols.levelsPerCell)
        return rows - 1 - level / symbols.levelsPerCell
    }

    /// How many values a column of a graph takes.
    package static func valuesPerColumn(_ symbols: Symbols) -> Int { symbols.valuesPerCell }
}

/// The levels of a graph, place by place.
private struct Curve {
    private let symbols: Symbols
    private let rows: Int
    private let levels: [Int?]
    /// What is drawn at a place: its level, and the way to it from the place before.
    private let strokes: [ClosedRange<Int>?]

    init(
        _ values: [Double?], _ range: ClosedRange<Double>, _ area: ScreenArea, _ symbols: Symbols
    ) {
        self.symbols = symbols
        rows = area.rows
        let levels = ValueScale(range).levels(
            of: values, columns: area.columns * symbols.valuesPerCell,
            count: rows * symbols.levelsPerCell)
        strokes = levels.indices.map {
            Self.stroke(from: $0 > 0 ? levels[$0 - 1] : nil, to: levels[$0])
        }
        self.levels = levels
    }

    private static func stroke(from start: Int?, to level: Int?) -> ClosedRange<Int>? {
        guard let level else { return nil }
        guard let start, abs(start - level) > 1 else { return level...level }
        return start < level ? start + 1...level : level...start - 1
    }

    func scalar(_ row: Int, _ column: Int) -> Unicode.Scalar? {
        let lowest = (rows - 1 - row) * symbols.levelsPerCell
        switch symbols {
        case .braille:
            return Glyph.braille(strokes[column * 2], strokes[column * 2 + 1], lowest: lowest)
        case .block:
            return levels[column].flatMap { Glyph.block(eighthsFromBelow: $0 + 1 - lowest) }
        case .ascii:
            return Glyph.mark(levels[column], strokes[column], lowest: lowest)
        }
    }
}
