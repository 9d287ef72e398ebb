extension Numeric {
    /// The number and its noun: `0 sessions`, `1 session`, `2 sessions`.
    ///
    /// - Parameters:
    ///   - noun: of one of them.
    ///   - plural: of any other number of them; nil adds an s.
    public func counted(_ noun: String, _ plural: String? = nil) -> String {
        "\(self) \(self.noun(noun, plural))"
    }

    /// The noun, or verb, that agrees with the number, without it: for numbers that are written in
    /// groups, or that have been rounded.
    public func noun(_ noun: String, _ plural: String? = nil) -> String {
        self == 1 ? noun : plural ?? "\(noun)s"
    }
}

/// At which edge of its column a text stands.
public enum TextAlignment: Sendable {
    case left, right
}

extension String {
    /// The text with spaces up to `width` characters; a longer text stays as it is. O(n).
    public func padded(to width: Int, _ alignment: TextAlignment) -> String {
        let spaces = String(repeating: " ", count: Swift.max(0, width - count))
        return alignment == .left ? self + spaces : spaces + self
    }
}
