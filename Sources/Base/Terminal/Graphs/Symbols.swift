/// The characters that graphs and frames are drawn with: fonts and terminals differ in what they
/// have.
package enum Symbols: String, CaseIterable, Sendable {
    case braille, block, ascii

    /// - Parameters:
    ///   - choice: the name of a case; anything else chooses automatically.
    ///   - locale: the values of `LC_ALL`, `LC_CTYPE` and `LANG` in this order; the first that is
    ///     not empty names the character set.
    ///   - terminalType: the value of `TERM`; the fonts of the Linux console have no braille.
    package init(choice: String?, locale: [String?], terminalType: String?) {
        if let chosen = choice.flatMap(Self.init(rawValue:)) {
            self = chosen
        } else if !Self.isUnicode(locale) {
            self = .ascii
        } else {
            self = Self.isLinuxConsole(terminalType ?? "") ? .block : .braille
        }
    }

    /// The next choice; the first follows the last.
    package var next: Symbols {
        switch self {
        case .braille: .block
        case .block: .ascii
        case .ascii: .braille
        }
    }

    /// Whether the character set of a locale such as `de_DE.utf8@euro` is UTF-8.
    private static func isUnicode(_ locale: [String?]) -> Bool {
        let name = locale.lazy.compactMap(\.self).first { !$0.isEmpty } ?? ""
        guard let dot = name.firstIndex(of: ".") else { return false }
        let charset = name[dot...].dropFirst().prefix { $0 != "@" }
        return ["utf-8", "utf8"].contains(charset.lowercased())
    }

    /// Whether `TERM` names the Linux console, or the program `screen` on it.
    private static func isLinuxConsole(_ type: String) -> Bool {
        type == "linux" || type.hasPrefix("linux-") || type.hasSuffix(".linux")
    }
}

/// Characters that graphs are composed of.
enum Glyph {
    /// A block that fills `count` eighths of a cell from below; nil for 0, full from 8 on.
    static func block(eighthsFromBelow count: Int) -> Unicode.Scalar? {
        count < 1 ? nil : Unicode.Scalar(0x2580 + UInt32(min(count, 8)))
    }

    /// A block that fills `count` eighths of a cell from the left; nil for 0, full from 8 on.
    static func block(eighthsFromLeft count: Int) -> Unicode.Scalar? {
        count < 1 ? nil : Unicode.Scalar(0x2590 - UInt32(min(count, 8)))
    }

    /// The braille pattern of two strokes side by side, cut to the four levels from `lowest` on;
    /// nil if no dot is set.
    static func braille(
        _ left: ClosedRange<Int>?, _ right: ClosedRange<Int>?, lowest: Int
    ) -> Unicode.Scalar? {
        var dots: UInt32 = 0
        for index in 0..<4 {
            if left?.contains(lowest + index) == true { dots |= leftDots[index] }
            if right?.contains(lowest + index) == true { dots |= rightDots[index] }
        }
        return dots == 0 ? nil : Unicode.Scalar(0x2800 + dots)
    }

    /// The bit of a dot of a braille pattern, in the left column, 0, or the right one, 1.
    ///
    /// - Parameter level: from below, 0...3.
    static func brailleDot(_ column: Int, level: Int) -> UInt32 {
        column == 0 ? leftDots[level] : rightDots[level]
    }

    /// The bits of the four dots, the lowest first, as Unicode numbers them (U+2800 to U+28FF).
    private static let leftDots: [4 of UInt32] = [0x40, 0x04, 0x02, 0x01]
    private static let rightDots: [4 of UInt32] = [0x80, 0x20, 0x10, 0x08]

    /// The ASCII character for a value, or for the stroke to it, in the two levels from `lowest`
    /// on.
    static func mark(
        _ level: Int?, _ stroke: ClosedRange<Int>?, lowest: Int
    ) -> Unicode.Scalar? {
        guard let level, let stroke else { return nil }
        if level == lowest + 1 { return "*" }
        if level == lowest { return "." }
        return stroke.overlaps(lowest...lowest + 1) ? "|" : nil
    }
}

extension Symbols {
    /// How many values stand side by side in a cell.
    var valuesPerCell: Int { self == .braille ? 2 : 1 }

    /// How many levels of a graph a cell has.
    var levelsPerCell: Int {
        switch self {
        case .braille: 4
        case .block: 8
        case .ascii: 2
        }
    }
}
