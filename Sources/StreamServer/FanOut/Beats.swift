import Vocabulary
import WireProtocol

extension StreamHub {
    /// Tells everyone who follows something that the daemon lives, and where the present is, unless
    /// the lines of an only subscription tell it: once in ``ProtocolLimits/beatSeconds``, for which
    /// this is to be called in every tick.
    ///
    /// Thousands of beats at once would hold up the lines of the next tick, so that connections
    /// have turns, two each in that time, of which every second in a row without lines brings a
    /// beat. A peer with lines waiting is passed over: it has enough to read. On its turns it is
    /// also seen whether a peer has read.
    ///
    /// - Parameter now: microseconds of the monotonic clock.
    package func beat(at now: Int64) {
        let turn = now / Self.turnMicroseconds
        let first = max(lastBeatTurn + 1, turn - 2 * Self.turns + 1)
        guard first <= turn else { return }
        lastBeatTurn = turn
        for turn in (first...turn).map({ Int($0 % Self.turns) }) {
            if turn == 0 { resumeAccepting() }
            let all = connections.turn(turn, of: Int(Self.turns))
            for peer in all { peer.lookAtReading(at: now) }
            let peers = all.filter {
                $0.subscriptionCount > 0 && $0.outbox.isEmpty && $0.isDueForBeat()
            }
            guard !peers.isEmpty else { continue }
            let present = Anchor(identity: identity, position: source.present)
            beat(peers.filter { !$0.isReplaying }, at: present)
            beat(peers.filter(\.isReplaying), at: nil)
        }
    }

    /// Tells all of them the same, which is made once.
    private func beat(_ peers: [Connection], at anchor: Anchor?) {
        guard !peers.isEmpty else { return }
        batch.removeAll()
        batch.add { source.appendBeat(anchor: anchor, to: &$0) }
        let lines = batch.lines
        for peer in peers {
            let outcome = batch.bytes.withUnsafeBytes { send(Delivery($0, lines), to: peer) }
            settle(outcome, 0, peer)
        }
        // Not before: who is ended is told so by way of the batch.
        settleAll()
    }

    /// In so many turns each connection has one: they are of 20 ms.
    private static var turns: Int64 { Int64(ProtocolLimits.beatSeconds) * 50 / 2 }
    private static var turnMicroseconds: Int64 { 20_000 }
}
