import WireProtocol

/// The limits of a hub that an operator may set.
package struct HubLimits: Hashable, Sendable {
    /// Connections at once.
    package var clients = ProtocolLimits.clients
    /// Lines that wait for one connection.
    package var outboxLines = ProtocolLimits.outboxLines
    /// Bytes that wait for one connection.
    package var outboxBytes = ProtocolLimits.outboxBytes
    /// Bytes of memory that the lines waiting for all connections together take.
    package var waitingBytes = ProtocolLimits.waitingBytes

    package init() {}
}
