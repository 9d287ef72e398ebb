import WireProtocol

/// The limits that an operator may set; together they bound the daemon's memory.
package struct DaemonLimits: Hashable, Sendable {
    /// Connections at once.
    package var clients = ProtocolLimits.clients
    /// Lines that wait for one connection.
    package var outboxLines = ProtocolLimits.outboxLines
    /// Bytes that wait for one connection.
    package var outboxBytes = ProtocolLimits.outboxBytes
    /// Bytes of memory that the lines waiting for all connections together take.
    package var waitingBytes = ProtocolLimits.waitingBytes
    /// Bytes of memory that the windows of all channels and replays together take.
    package var windowBytes = ProtocolLimits.windowBytes
    /// Samples that are computed again for one request.
    package var historySamples = ProtocolLimits.historySamples

    package init() {}

    /// Every limit of the protocol with the value in force, in the order of the manual.
    package var table: [ProtocolLimit] {
        let set = [
            "clients": clients, "outbox_lines": outboxLines, "outbox_bytes": outboxBytes,
            "waiting_bytes": waitingBytes, "window_bytes": windowBytes,
            "history_samples": historySamples,
        ]
        return ProtocolLimits.all.map { limit in
            var limit = limit
            limit.value = set[limit.name] ?? limit.value
            return limit
        }
    }
}
