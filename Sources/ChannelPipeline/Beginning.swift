import Vocabulary

/// Where a subscription's lines begin.
package enum Beginning: Hashable, Sendable {
    /// At the start of each chosen session that is flying now.
    case sessionStarts
    /// Strictly after a point in the total order.
    case after(StreamPosition)
}
