/// Draws values over time into an area of a screen.
package enum Graph {
    /// Draws values, the oldest at the left and the newest at the right edge of the area. O(values
    /// + cells).
    ///
    /// Braille draws a line with two values in a column, blocks fill columns from below, ASCII
    /// draws `*` in the upper half of a row or `.` in the lower, joined by `|`. When there are more
    /// values than columns, neighbours are averaged; when there are fewer, the left of the area is
    /// left unchanged, as is every cell that no value falls into.
    /// - Parameters:
    ///   - values: nil for a gap, which is never bridged; an average is a gap if half of its values
    ///     are.
    ///   - range: the values at the lower and the upper edge; values outside are drawn at the edge.
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

    /// The row in which a value is drawn, 0 being the uppermost of `rows`: the row of its grid
    /// line.
    package static func row(
        of value: Double, in range: ClosedRange<Double>, rows: Int, symbols: Symbols
    ) -> Int {
        let level = ValueScale(range).level(of: value, count: rows * symbols.levelsPerCell)
        return rows - 1 - level / symbols.levelsPerCell
    }

    /// How many values share a column of a graph.
    package static func valuesPerColumn(_ symbols: Symbols) -> Int { symbols.valuesPerCell }
}

/// A graph as levels, one for each horizontal position.
private struct Curve {
    private let symbols: Symbols
    private let rows: Int
    private let levels: [Int?]
    /// What is drawn at each position: its level, and the levels that join it to the previous one.
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

/// Maps values in a range to levels of a graph.
struct ValueScale {
    private let range: ClosedRange<Double>

    init(_ range: ClosedRange<Double>) { self.range = range }

    /// The range of the finite values; nil if there are none.
    init?(of values: [Double?]) {
        let numbers = values.lazy.compactMap(\.self).filter(\.isFinite)
        guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
        self.init(least...greatest)
    }

    /// The level of a value, 0 to `count` - 1. A value outside the range gets the nearest level; in
    /// a range without extent every value gets the middle one.
    func level(of value: Double, count: Int) -> Int {
        let clamped = min(max(value, range.lowerBound), range.upperBound)
        // Halves avoid an overflow: the extent of the range may exceed the largest `Double`.
        let extent = range.upperBound / 2 - range.lowerBound / 2
        let fraction = extent > 0 ? (clamped / 2 - range.lowerBound / 2) / extent : 0.5
        guard fraction.isFinite else { return 0 }
        return Int(fraction * Double(count - 1) + 0.5)
    }

    /// The levels of the values in `columns` columns; nil for a gap.
    func levels(of values: [Double?], columns: Int, count: Int) -> [Int?] {
        values.fitted(to: columns).map { $0.map { level(of: $0, count: count) } }
    }
}

extension [Double?] {
    /// The values in `columns` columns, the newest in the last; columns without a value are nil,
    /// and values that share a column are averaged.
    ///
    /// A column is a gap if half of its values or more are missing, so that a gap as long as a
    /// column is always visible. NaN counts as missing.
    func fitted(to columns: Int) -> [Double?] {
        let known = map { $0.flatMap { $0.isNaN ? nil : $0 } }
        guard count > columns else { return Array(repeating: nil, count: columns - count) + known }
        return (0..<columns).map { column in
            let share = known[column * count / columns..<(column + 1) * count / columns]
            let numbers = share.lazy.compactMap(\.self)
            let present = numbers.count
            guard present * 2 > share.count else { return nil }
            return numbers.reduce(0) { $0 + $1 / Double(present) }
        }
    }
}
