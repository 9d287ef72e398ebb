import Vocabulary
import WireProtocol

/// Beats: the sign of life of a daemon that has no lines for a subscriber, or for a peer that waits
/// for an answer.
extension StreamHub {
    /// Sends a beat to every peer whose turn it is that follows something, or whose answer takes
    /// long, and that has got no lines lately; to be called in every tick.
    ///
    /// A follower's beat carries the anchor of the present. The hub looks at each connection
    /// twice in ``ProtocolLimits/beatSeconds``, and sends a beat when two looks in a row have found
    /// that no line was sent. The looks are spread over the ticks, because thousands of beats in
    /// one tick would delay the lines of the next. A peer for whom lines wait gets no beat. A look
    /// also notes whether the peer has read, for `clients`.
    package func beat(at now: MonotonicInstant) {
        let turn = now.microseconds / Self.turnMicroseconds
        let first = max(connections.looks.beatTurn + 1, turn - 2 * Self.turns + 1)
        guard first <= turn else { return }
        connections.looks.beatTurn = turn
        for turn in (first...turn).map({ Int($0 % Self.turns) }) {
            if turn == 0 { resumeAccepting() }
            let all = connections.turn(turn, of: Int(Self.turns))
            for peer in all { peer.lookAtReading(at: now) }
            let peers = all.filter {
                ($0.subscriptionCount > 0 || $0.answerCount > 0) && $0.outbox.isEmpty
                    && $0.isDueForBeat()
            }
            guard !peers.isEmpty else { continue }
            let present = Anchor(identity: identity, position: source.present)
            let hasPresent = { (peer: Connection) in
                peer.subscriptionCount > 0 && !peer.isCatchingUp
            }
            beat(peers.filter(hasPresent), at: present)
            beat(peers.filter { !hasPresent($0) }, at: nil)
        }
    }

    /// Sends all of the peers the same beat, which is encoded once.
    private func beat(_ peers: [Connection], at anchor: Anchor?) {
        guard !peers.isEmpty else { return }
        batch.removeAll()
        batch.add { source.appendBeat(anchor: anchor, to: &$0) }
        let lines = batch.lines
        for peer in peers {
            let outcome = batch.bytes.withUnsafeBytes { send(Delivery($0, lines), to: peer) }
            settle(outcome, 0, peer)
        }
        // Not earlier: a `bye` is written into the same batch.
        settleAll()
    }

    /// The number of turns, of 20 ms each, in which every connection has one turn.
    private static var turns: Int64 { Int64(ProtocolLimits.beatSeconds) * 50 / 2 }
    private static var turnMicroseconds: Int64 { 20_000 }
}
