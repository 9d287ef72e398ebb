/// Text brought to a width by spaces; what is wider stays as it is.
enum TextColumn {
    static func left(_ text: String, _ width: Int) -> String { text + spaces(width - text.count) }
    static func right(_ text: String, _ width: Int) -> String { spaces(width - text.count) + text }
    static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
