/// A graph of values in one row of text.
package enum Sparkline {
    /// From the lowest level to the highest. The lowest is no space: a space means a gap.
    private static let marks: [Unicode.Scalar] = ["_", "-", "=", "+", "*", "#"]

    /// The values as columns of different heights, the newest at the right; gaps are spaces.
    ///
    /// Braille has two values in a column. When there are more values than columns, neighbours are
    /// averaged.
    /// - Parameters:
    ///   - values: nil for a gap.
    ///   - range: the values of the lowest and the highest level; nil for the range of `values`.
    ///   - width: the exact width in columns; a negative width counts as 0.
    package static func text(
        _ values: [Double?], in range: ClosedRange<Double>?, width: Int, symbols: Symbols
    ) -> String {
        let width = max(0, width)
        guard let scale = range.map(ValueScale.init) ?? ValueScale(of: values) else {
            return String(repeating: " ", count: width)
        }
        let levels = scale.levels(
            of: values, columns: width * symbols.valuesPerCell, count: levelCount(symbols))
        var text = String.UnicodeScalarView()
        for column in 0..<width { text.append(scalar(column, levels, symbols) ?? " ") }
        return String(text)
    }

    private static func levelCount(_ symbols: Symbols) -> Int {
        switch symbols {
        case .braille, .block: symbols.levelsPerCell
        case .ascii: marks.count
        }
    }

    private static func scalar(
        _ column: Int, _ levels: [Int?], _ symbols: Symbols
    ) -> Unicode.Scalar? {
        switch symbols {
        case .braille:
            let (left, right) = (levels[column * 2], levels[column * 2 + 1])
            return Glyph.braille(left.map { 0...$0 }, right.map { 0...$0 }, lowest: 0)
        case .block: return levels[column].flatMap { Glyph.block(eighthsFromBelow: $0 + 1) }
        case .ascii: return levels[column].map { marks[$0] }
        }
    }
}

/// A progress bar that fills from the left.
package enum ProgressBar {
    /// A bar of exactly `width` columns.
    ///
    /// The filled part is rounded down, so that only a complete task looks complete. The rest is
    /// spaces, or `-` in ASCII.
    /// - Parameters:
    ///   - fraction: clamped to 0...1; NaN counts as 0.
    ///   - width: in columns; a negative width counts as 0.
    package static func text(_ fraction: Double, width: Int, symbols: Symbols) -> String {
        let width = max(0, width)
        let filled = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
        let steps = symbols == .ascii ? 1 : 8
        let count = Int(filled * Double(width * steps))
        var text = String.UnicodeScalarView()
        for column in 0..<width {
            text.append(scalar(filledSteps: count - column * steps, symbols))
        }
        return String(text)
    }

    private static func scalar(filledSteps count: Int, _ symbols: Symbols) -> Unicode.Scalar {
        switch symbols {
        case .braille, .block: Glyph.block(eighthsFromLeft: count) ?? " "
        case .ascii: count > 0 ? "#" : "-"
        }
    }
}
