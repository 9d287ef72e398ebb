/// What has happened to the lines of one connection.
package struct OutboxCounts: Hashable, Sendable {
    /// Data lines of which the kernel has taken at least a part; those of a subscription that has
    /// ended count once nothing can drop them any more.
    package var linesSent: Int64 = 0
    /// Data lines dropped; each lies in a gap.
    package var linesLost: Int64 = 0
    /// Data lines that newer ones have replaced; counted with the line that says so.
    package var linesReplaced: Int64 = 0
    /// Gap lines written.
    package var gaps: Int64 = 0
    /// Warnings written.
    package var warnings: Int64 = 0
    /// Bytes that the kernel has taken.
    package var bytesSent: Int64 = 0

    package init() {}

    package static func + (left: Self, right: Self) -> Self { left.combined(right, &+) }
    package static func - (left: Self, right: Self) -> Self { left.combined(right, &-) }

    private func combined(_ other: Self, _ operation: (Int64, Int64) -> Int64) -> Self {
        var result = Self()
        result.linesSent = operation(linesSent, other.linesSent)
        result.linesLost = operation(linesLost, other.linesLost)
        result.linesReplaced = operation(linesReplaced, other.linesReplaced)
        result.gaps = operation(gaps, other.gaps)
        result.warnings = operation(warnings, other.warnings)
        result.bytesSent = operation(bytesSent, other.bytesSent)
        return result
    }
}
