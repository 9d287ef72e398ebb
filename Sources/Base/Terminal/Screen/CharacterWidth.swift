extension Unicode.Scalar {
    /// The scalar that a cell shows: itself if it is one column wide, `?` for control characters
    /// and for wide or unknown ones, nil if it takes no column.
    ///
    /// Scalars of ambiguous width (East Asian Width A: lines, degrees, arrows) count as one column,
    /// as they do outside of legacy East Asian locales.
    var shown: Unicode.Scalar? {
        switch value {
        case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x2500...0x25FC, 0x2800...0x28FF: self
        case _: shownByProperties
        }
    }

    private var shownByProperties: Unicode.Scalar? {
        if Self.isWide(value) { return "?" }
        if Self.joiningJamo.contains(where: { $0.contains(value) }) { return nil }
        if properties.isDefaultIgnorableCodePoint { return nil }
        return switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .format: nil
        case .spaceSeparator: " "
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            "?"
        case _: properties.isEmojiPresentation ? "?" : self
        }
    }

    /// Hangul vowels and finals, which terminals combine with the preceding syllable.
    private static let joiningJamo: [ClosedRange<UInt32>] = [0x1160...0x11FF, 0xD7B0...0xD7FF]

    private static func isWide(_ value: UInt32) -> Bool {
        value >= 0x1100 && wide.contains { $0.contains(value) }
    }

    /// The blocks of scalars two columns wide: East Asian Width W and F in Unicode 16 (Standard
    /// Annex 11), rounded up to whole blocks. Emoji in other blocks are found by property.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F,  // Hangul Jamo, initials
        0x2329...0x232A,  // angle brackets
        0x2630...0x2637, 0x268A...0x268F,  // Yijing trigrams and digrams
        0x2E80...0x303E,  // CJK radicals and punctuation
        0x3041...0x4DFF,  // Kana, Bopomofo, Hangul letters, CJK Extension A, hexagrams
        0x4E00...0xA4CF,  // CJK, Yi
        0xA960...0xA97F,  // Hangul Jamo Extended A
        0xAC00...0xD7A3,  // Hangul syllables
        0xF900...0xFAFF,  // CJK compatibility ideographs
        0xFE10...0xFE1F, 0xFE30...0xFE6F,  // vertical and small forms
        0xFF01...0xFF60, 0xFFE0...0xFFE6,  // fullwidth forms
        0x16FE0...0x18DFF,  // Tangut, Khitan, Nüshu
        0x1AFF0...0x1B2FF,  // Kana supplements
        0x1D300...0x1D37F,  // Tai Xuan Jing symbols, counting rods
        0x1F000...0x1FAFF,  // tiles, cards, enclosed letters, pictographs
        0x20000...0x3FFFF,  // CJK Extensions B and later
    ]
}

extension StringProtocol {
    /// The number of columns that the text takes on a ``Screen``. O(n).
    package var columnCount: Int {
        unicodeScalars.reduce(0) { $0 + ($1.shown == nil ? 0 : 1) }
    }

    /// The number of columns that plain text takes when it is written to a terminal directly, where
    /// an ideograph or an emoji takes two. O(n).
    package var writtenColumnCount: Int {
        unicodeScalars.reduce(0) { count, scalar in
            guard let shown = scalar.shown else { return count }
            return count + (shown == "?" && scalar != "?" ? 2 : 1)
        }
    }
}
