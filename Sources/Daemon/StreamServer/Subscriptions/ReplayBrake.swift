import Vocabulary
import WireProtocol

/// How replays are braked (back-pressure): a replay beyond its user's rate of lines waits.
///
/// A subscription from now on is no replay and never waits here; nor do live lines and answers.
/// Root and the daemon's user are counted and never braked.
extension StreamHub {
    /// Whether a peer may be sent more lines of the past now.
    func mayReplay(_ peer: Connection) -> Bool {
        peer.rights.isOperator || !users.owesLines(peer.user, at: clock())
    }

    /// Takes the replays of a connection out of the turns.
    func brake(_ peer: Connection) {
        guard !peer.places.contains(.brake) else { return }
        peer.places.insert(.brake)
        tally.replaysBraked += 1
        users.brake(peer.token, of: peer.user)
    }

    /// Counts lines that a replay has made, and lets another replay of the user go on if it may.
    func noteReplayed(_ lines: Int, for peer: Connection) {
        tally.linesReplayed += Int64(lines)
        guard lines > 0, !peer.rights.isOperator else { return }
        let now = clock()
        users.spend(lines, of: peer.user, perSecond: limits.userReplayLines, at: now)
        releaseReplay(of: peer.user, at: now)
    }

    /// Lets replays go on whose users may have more lines: to be called in every tick. O(users)
    package func releaseReplays(at now: MonotonicInstant) {
        for user in users.braked { releaseReplay(of: user, at: now) }
    }

    /// Lets a replay of a user go on; this one lets the next go on when it has had its turn.
    private func releaseReplay(of user: UInt32, at now: MonotonicInstant) {
        guard !users.owesLines(user, at: now) else { return }
        while let token = users.popBraked(of: user) {
            guard let peer = connections[token] else { continue }
            peer.places.remove(.brake)
            queueIfAble(peer)
            if peer.places.contains(.queue) { return }
        }
    }
}
