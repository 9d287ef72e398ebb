import Settings
import WireProtocol

extension UsageError {
    /// What a daemon would answer, with its two sentences as parts of one.
    init(_ error: WireError) {
        let field = error.field.map { "\($0): " } ?? ""
        let suggestion = error.suggestion.withoutFullStop
        self.init(
            field + error.reason.withoutFullStop,
            suggestion: suggestion.prefix(1).lowercased() + suggestion.dropFirst())
    }
}

extension String {
    var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
