import Settings
import WireProtocol

extension UsageError {
    /// What a daemon would answer, with its two sentences as parts of one, and the flag instead of
    /// the field.
    init(_ error: WireError) {
        let flag = error.field.map { Self.flag(for: $0) }
        self.init(
            (flag.map { "\($0): " } ?? "") + error.reason.withoutFullStop,
            suggestion: Self.suggestion(of: error, flag: flag).withoutFullStop)
    }

    /// What would be right, of the flag instead of the field.
    private static func suggestion(of error: WireError, flag: String?) -> String {
        let path = (error.field ?? "").split(separator: ".").filter { Int($0) == nil }
        let name = path.joined(separator: ".")
        guard let flag, error.suggestion.hasPrefix("\(name) ") else {
            return error.suggestion.prefix(1).lowercased() + error.suggestion.dropFirst()
        }
        return flag + error.suggestion.dropFirst(name.count)
    }

    /// The flag that says what a field of a request says; the field itself if none does.
    static func flag(for field: String) -> String {
        let parts = field.split(separator: ".")
        switch parts.first {
        case "after": return "--from"
        case "select": return "--session"
        case "min_coverage": return "--min-coverage"
        case "kinds", "metrics", "stats", "window", "every", "smooth", "align", "queue", "plan",
            "athlete", "at":
            return "--\(parts[0])"
        case "session": return "SESSION"
        case _: return field
        }
    }
}

extension String {
    var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
