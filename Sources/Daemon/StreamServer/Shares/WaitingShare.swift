import WireProtocol

/// The memory of lines that wait for the connections of one user: what all of them share.
///
/// Every connection of the user has it at hand, so that nothing is looked up where lines wait.
final class WaitingShare {
    /// Bytes that the hub's counters hold of the user's outboxes.
    var bytes = 0
}

extension StreamHub {
    /// The most memory that a connection's waiting lines may take: what they take, and what its
    /// user may take more.
    func room(for peer: Connection) -> Int {
        let rule = ShareRule(limit: limits.waitingBytes)
        // What waits goes within seconds, and many fall behind at once rather than one after the
        // other: a newcomer is left more if the others count as one.
        return peer.countedBytes
            + rule.room(
                for: claimant(peer), holding: peer.waitingShare.bytes, of: tally.bytesWaiting,
                among: 2)
    }

    /// The user of a connection, as one who asks for a part of what all share.
    func claimant(_ peer: Connection) -> Claimant {
        Claimant(
            user: peer.user, isOperator: peer.rights.isOperator, among: users.connected,
            userName: peer.rights.userName)
    }
}
