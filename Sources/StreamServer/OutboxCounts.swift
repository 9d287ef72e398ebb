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

    package static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.linesSent &+= right.linesSent
        sum.linesLost &+= right.linesLost
        sum.linesReplaced &+= right.linesReplaced
        sum.gaps &+= right.gaps
        sum.warnings &+= right.warnings
        sum.bytesSent &+= right.bytesSent
        return sum
    }
}
