/// A bar that fills from the left.
package enum ProgressBar {
    /// A bar of exactly `width` columns.
    ///
    /// It is rounded down, so that only what is complete looks complete. The rest is spaces, or `-`
    /// in ASCII.
    /// - Parameters:
    ///   - fraction: 0 to 1, brought into it; 0 if it is not a number.
    ///   - width: columns, none if negative.
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
