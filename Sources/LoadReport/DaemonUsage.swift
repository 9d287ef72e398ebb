/// What the daemon took during the measurement, as its `status` tells.
package struct DaemonUsage: Hashable, Sendable {
    /// Share of a processor, from 0.
    package var processor = 0.0
    package var residentBytesBefore = 0
    package var residentBytesAfter = 0
    /// The most that has waited for one connection since the daemon's start, and the limits.
    package var outboxLinesMaximum = 0
    package var outboxBytesMaximum = 0
    package var outboxLinesLimit = 0
    package var outboxBytesLimit = 0

    package init() {}
}
