import Statistics

/// One-way latency of live lines, from the instant at which each was due, and its parts.
package struct LatencyParts: Hashable, Sendable {
    /// From when a line was due to when the tester had read it.
    package var total = LatencyHistogram()
    /// From when a line was due to when the tick began that made it: `late_us`.
    package var generator = LatencyHistogram()
    /// From the tick's beginning to when the tester had read the line.
    package var delivery = LatencyHistogram()
    /// What of it the tester may have caused: from its waking up to its reading the line.
    package var tester = LatencyHistogram()

    package init() {}
}
