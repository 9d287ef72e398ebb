/// Why a report cannot be read, or does not fit the others: which one, what, and what would be
/// right.
package struct MergeFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's path.
    package let file: String
    /// A sentence without a full stop, to be read after the file.
    package let reason: String
    package let suggestion: String

    package init(_ file: String, _ reason: String, suggestion: String) {
        self.file = file
        self.reason = reason
        self.suggestion = suggestion
    }

    /// Printable, whatever the file and its texts are.
    package var description: String {
        ReportText.shown("\(file): \(reason); \(suggestion)")
    }
}

/// A report that was read from a file.
package struct LoadReportFile: Sendable {
    /// The file's path.
    package let name: String
    /// With at least one part.
    package let result: LoadResult
}
