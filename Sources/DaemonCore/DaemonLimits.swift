import WireProtocol

/// The limits that an operator may set; together they bound the daemon's memory.
package struct DaemonLimits: Hashable, Sendable {
    /// Connections at once.
    package var clients = ProtocolLimits.clients
    /// Lines that wait for one connection.
    package var outboxLines = ProtocolLimits.outboxLines
    /// Bytes that wait for one connection.
    package var outboxBytes = ProtocolLimits.outboxBytes
    /// Bytes that wait for all connections together.
    package var waitingBytes = 512 << 20
    /// Bytes of the windows of all channels and replays together.
    package var windowBytes = 1 << 30

    package init() {}
}
