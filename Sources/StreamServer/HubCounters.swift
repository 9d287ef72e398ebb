/// What a hub has done so far.
package struct HubCounters: Hashable, Sendable {
    package var connections = 0
    package var subscriptions = 0
    package var connectionsAccepted: Int64 = 0
    /// Data lines that slow readers did not get.
    package var linesLost: Int64 = 0
    package var requestsRefused: Int64 = 0
    /// Bytes that the kernel has taken for all connections, those that have ended too.
    package var bytesSent: Int64 = 0

    package init() {}
}
