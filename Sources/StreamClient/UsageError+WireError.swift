import CommandLine
import WireProtocol

extension UsageError {
    /// What a daemon would answer, with its two sentences as parts of one, and the flag instead of
    /// the field.
    package init(_ error: WireError) {
        let flag = error.field.map { "\(Self.flag(for: $0)): " }
        let suggestion = Self.suggestion(error.suggestion, field: error.field).withoutFullStop
        let isOfFlag = suggestion != error.suggestion.withoutFullStop
        self.init(
            (flag ?? "") + error.reason.withoutFullStop,
            suggestion: isOfFlag
                ? suggestion : suggestion.prefix(1).lowercased() + suggestion.dropFirst())
    }

    /// What would be right, of the flag instead of the field that it begins with.
    package static func suggestion(_ text: String, field: String?) -> String {
        let path = (field ?? "").split(separator: ".").filter { Int($0) == nil }
        let name = path.joined(separator: ".")
        guard let field, text.hasPrefix("\(name) ") else { return text }
        return flag(for: field) + text.dropFirst(name.count)
    }

    /// The flag that says what a field of a request says; the field itself if none does.
    package static func flag(for field: String) -> String {
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
