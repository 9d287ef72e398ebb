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
            for peer in connections.turn(turn, of: Int(Self.beatTurns)) { beat(peer) }
        }
    }

    private func beat(_ peer: Connection) {
        guard peer.subscriptionCount > 0, peer.outbox.isEmpty else { return }
        let present = Anchor(identity: identity, position: source.present)
        let anchor = peer.isReplaying ? nil : present
        tell(peer) { source.appendBeat(anchor: anchor, to: &$0) }
    }

    /// As many as there are ticks of 20 ms between two beats.
    private static var beatTurns: Int64 { Int64(ProtocolLimits.beatSeconds) * 50 }
    private static var beatTurnMicroseconds: Int64 {
        Int64(ProtocolLimits.beatSeconds) * 1_000_000 / beatTurns
    }
}
