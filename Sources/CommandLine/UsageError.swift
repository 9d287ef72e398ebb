/// A command line that cannot be understood: what, and what would be right.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    package let reason: String
    package let suggestion: String

    package init(_ reason: String, suggestion: String) {
        self.reason = reason
        self.suggestion = suggestion
    }

    package var description: String { "\(reason); \(suggestion)" }
}
