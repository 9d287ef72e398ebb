import Vocabulary
import WireProtocol

extension StreamHub {
    /// Tells everyone who follows something that the daemon lives, and where the present is: each
    /// once in ``ProtocolLimits/beatSeconds``, for which this is to be called in every tick.
    ///
    /// Thousands of beats at once would hold up the lines of the next tick, so that connections
    /// have them in turn. A peer with lines waiting is passed over: it has enough to read.
    ///
    /// - Parameter now: microseconds of the monotonic clock.
    package func beat(at now: Int64) {
        let turn = now / Self.beatTurnMicroseconds
        let first = max(lastBeatTurn + 1, turn - Self.beatTurns + 1)
        guard first <= turn else { return }
        lastBeatTurn = turn
        for turn in (first...turn).map({ Int($0 % Self.beatTurns) }) {
            if turn == 0 { resumeAccepting() }
            let peers = connections.turn(turn, of: Int(Self.beatTurns)).filter {
                $0.subscriptionCount > 0 && $0.outbox.isEmpty
            }
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
            let outcome = batch.bytes.withUnsafeBytes { send($0, lines, due: nil, to: peer) }
            settle(outcome, 0, peer)
        }
        // Not before: who is ended is told so by way of the batch.
        settleAll()
    }

    /// As many as there are ticks of 20 ms between two beats.
    private static var beatTurns: Int64 { Int64(ProtocolLimits.beatSeconds) * 50 }
    private static var beatTurnMicroseconds: Int64 {
        Int64(ProtocolLimits.beatSeconds) * 1_000_000 / beatTurns
    }
}
