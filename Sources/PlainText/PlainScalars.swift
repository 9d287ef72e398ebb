extension Unicode.Scalar {
    /// Whether the scalar is seen where it stands and does nothing else, as a letter or a space.
    ///
    /// Not plain are control characters (C0, DEL, C1), line and paragraph separators, what has a
    /// direction or no width (bidi controls, joiners, tags, variation selectors), and what no
    /// standard gives a meaning (private use, unassigned). O(1).
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

    /// What is shown in its place: `\u{1b}`.
    fileprivate var escape: String { "\\u{\(String(value, radix: 16))}" }

    /// What stands for it in a string of JSON: `\u001b`, of two halves beyond the first 65,536.
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
    /// The text as one line that can be shown anywhere: what is not plain, a newline too, stands as
    /// an escape such as `\u{1b}`.
    ///
    /// A backslash stays as it is, so that the same escape may have been in the text. O(n).
    public var plain: String { replacingWhatIsNotPlain(\.escape) }

    /// A text of JSON with the same meaning, in which what is not plain stands as `\u001b` does.
    /// O(n).
    public var plainJSON: String { replacingWhatIsNotPlain(\.escapeOfJSON) }

    /// The text with a mark for each scalar that is not plain, for a place of fixed width. O(n).
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

    /// The text in quotes and in one plain line, cut when it is longer than 60 characters.
    public var quoted: String {
        let isCut = count > Self.quotedCharacters
        return "\"\(prefix(Self.quotedCharacters).plain)\(isCut ? "…" : "")\""
    }
}
