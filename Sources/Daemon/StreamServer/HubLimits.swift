import WireProtocol

/// The limits of a hub that an operator may set. The daemon's come from the table of settings,
/// `SettingTable` in `Configuration`.
package struct HubLimits: Hashable, Sendable {
    /// Connections at once.
    package var clients: Int
    /// Connections of one user at once.
    package var userClients = ProtocolLimits.userClients
    /// Subscriptions of one user at once.
    package var userSubscriptions = ProtocolLimits.userSubscriptions
    /// Requests of one user in a second, at least 1.
    package var userRequests = ProtocolLimits.userRequests
    /// Lines of the past for one user in a second, from 1 to 10^8.
    package var userReplayLines = ProtocolLimits.userReplayLines
    /// Lines that wait for one connection.
    package var outboxLines: Int
    /// Bytes that wait for one connection.
    package var outboxBytes: Int
    /// Bytes of memory that the lines waiting for all connections together take.
    package var waitingBytes: Int

    package init(clients: Int, outboxLines: Int, outboxBytes: Int, waitingBytes: Int) {
        self.clients = clients
        self.outboxLines = outboxLines
        self.outboxBytes = outboxBytes
        self.waitingBytes = waitingBytes
    }

    /// The most connections with which a peer is let in: the last places are kept for root and the
    /// daemon's user.
    func places(for rights: Rights) -> Int {
        guard !rights.isOperator else { return clients }
        return clients - min(ProtocolLimits.operatorClients, clients / 8)
    }

    /// The limits that the protocol's page announces, for a hub without settings.
    package static let announced = HubLimits(
        clients: ProtocolLimits.clients, outboxLines: ProtocolLimits.outboxLines,
        outboxBytes: ProtocolLimits.outboxBytes, waitingBytes: ProtocolLimits.waitingBytes)
}
