extension Numeric {
    /// The number with its noun: `0 sessions`, `1 session`, `2 sessions`.
    ///
    /// - Parameters:
    ///   - noun: the singular form.
    ///   - plural: the plural form; nil appends an s to `noun`.
    public func counted(_ noun: String, _ plural: String? = nil) -> String {
        "\(self) \(self.noun(noun, plural))"
    }

    /// The form of the noun or verb that agrees with the number, without the number itself: for
    /// numbers that are printed in groups of digits or rounded.
    public func noun(_ noun: String, _ plural: String? = nil) -> String {
        self == 1 ? noun : plural ?? "\(noun)s"
    }
}

extension String {
    /// The words in lines of at most `width` characters; a longer word has a line of its own.
    public func wrapped(atColumn width: Int) -> [String] {
        split(separator: " ").lines(atColumn: width, separator: " ")
    }
}

extension Sequence where Element: StringProtocol {
    /// The parts in lines of at most `width` characters; a longer part has a line of its own.
    public func lines(atColumn width: Int, separator: String) -> [String] {
        reduce(into: []) { lines, part in
            let wanted = lines.last.map { $0.count + separator.count + part.count }
            if let wanted, wanted <= width {
                lines[lines.count - 1] += separator + part
            } else {
                lines.append(String(part))
            }
        }
    }
}

extension StringProtocol {
    /// The text without the spaces at its end.
    public var trimmingTrailingSpaces: String {
        String(prefix(reversed().drop { $0 == " " }.count))
    }
}

/// The edge of its column that a text is aligned to.
public enum TextAlignment: Sendable {
    case left, right
}

extension String {
    /// The text, padded with spaces to `width` characters; longer text is not cut. O(n).
    public func padded(to width: Int, _ alignment: TextAlignment) -> String {
        let spaces = String(repeating: " ", count: Swift.max(0, width - count))
        return alignment == .left ? self + spaces : spaces + self
    }
}
