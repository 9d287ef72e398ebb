extension Unicode.Scalar {
    /// Whether a terminal shows the scalar as itself and does nothing else, as with a letter. O(1).
    ///
    /// Not plain are control characters (C0, DEL, C1), line and paragraph separators, scalars that
    /// change the direction or have no width (bidi controls, joiners, tags, variation selectors),
    /// private-use and unassigned scalars.
    public var isPlain: Bool {
        switch value {
        case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF: true
        case _: isPlainByProperties
        }
    }

    private var isPlainByProperties: Bool {
        if properties.isDefaultIgnorableCodePoint { return false }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            false
        case _: true
        }
    }

    /// The escape that is shown instead of a scalar that is not plain: `\u{1b}`.
    fileprivate var escape: String { "\\u{\(String(value, radix: 16))}" }

    /// The JSON escape of the scalar: `\u001b`, or a surrogate pair above U+FFFF.
    fileprivate var escapeOfJSON: String {
        UTF16.encode(self).map { units in
            units.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        } ?? ""
    }
}

extension StringProtocol {
    /// The text as one line that is safe to show: each scalar that is not plain, newlines included,
    /// is replaced by an escape such as `\u{1b}`. O(n).
    ///
    /// A backslash is kept, so the escape is not reversible: the text may have contained it.
    public var plain: String { replacingWhatIsNotPlain(\.escape) }

    /// The same JSON, with each scalar that is not plain as a `\u001b` escape inside its strings.
    /// O(n).
    public var plainJSON: String { replacingWhatIsNotPlain(\.escapeOfJSON) }

    /// The text with `mark` instead of each scalar that is not plain, for columns of fixed width.
    /// O(n).
    public func plain(marking mark: Character) -> String {
        replacingWhatIsNotPlain { _ in String(mark) }
    }

    private func replacingWhatIsNotPlain(_ replacement: (Unicode.Scalar) -> String) -> String {
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(self) }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isPlain {
                text.unicodeScalars.append(scalar)
            } else {
                text += replacement(scalar)
            }
        }
        return text
    }
}

extension String {
    private static let quotedCharacters = 60

    /// The text in quotes on one plain line, cut with `…` after 60 characters.
    public var quoted: String {
        let isCut = count > Self.quotedCharacters
        return "\"\(prefix(Self.quotedCharacters).plain)\(isCut ? "…" : "")\""
    }
}
