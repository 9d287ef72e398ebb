import Settings
import WireProtocol

extension UsageError {
    /// What a daemon would answer, with its two sentences as parts of one, and the flag instead of
    /// the field.
    init(_ error: WireError) {
        let flag = error.field.map { Self.flag(for: $0) }
        var suggestion = error.suggestion.withoutFullStop
        if let field = error.field, let flag, suggestion.hasPrefix("\(field) ") {
            suggestion = flag + suggestion.dropFirst(field.count)
        }
        self.init(
            (flag.map { "\($0): " } ?? "") + error.reason.withoutFullStop,
            suggestion: suggestion.prefix(1).lowercased() + suggestion.dropFirst())
    }

    /// The flag that says what a field of a request says; the field itself if none does.
    private static func flag(for field: String) -> String {
        let parts = field.split(separator: ".")
        switch parts.first {
        case "after": return "--from"
        case "select": return "--session"
        case "min_coverage": return "--min-coverage"
        case "kinds", "metrics", "stats", "window", "every", "smooth", "align", "queue":
            return "--\(parts[0])"
        case _: return field
        }
    }
}

extension String {
    var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
