import WireProtocol

/// The memory of lines that wait for the connections of one user, which these share.
///
/// Every connection of the user refers to it, so that no look-up is needed when lines wait.
final class WaitingShare {
    /// Bytes of the user's outboxes that the hub's counters hold.
    var bytes = 0
}

extension StreamHub {
    /// The most memory that a connection's waiting lines may take: what they take, and how much
    /// more its user may take.
    func room(for peer: Connection) -> Int {
        let rule = ShareRule(limit: limits.waitingBytes)
        // Waiting lines leave within seconds, and many readers fall behind at once rather than one
        // after the other: a newcomer is left more if the other users count as one.
        return peer.countedBytes
            + rule.room(
                for: claimant(peer), holding: peer.facts.waitingShare.bytes,
                of: tally.waiting.bytes,
                among: 2)
    }

    /// The user of a connection, to ask for a part of what all share.
    func claimant(_ peer: Connection) -> Claimant {
        Claimant(
            user: peer.user, isOperator: peer.rights.isOperator, among: users.connected,
            userName: peer.rights.userName)
    }
}
