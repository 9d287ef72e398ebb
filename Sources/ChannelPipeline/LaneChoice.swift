import Vocabulary
import WireProtocol

/// A lane that a subscription asks for, and which laps of it.
package struct LaneChoice: Hashable, Sendable {
    package var lane: Int
    /// From the first to the last lap asked for; nil is every lap.
    package var laps: ClosedRange<Int>?

    package init(lane: Int, laps: ClosedRange<Int>? = nil) {
        self.lane = lane
        self.laps = laps
    }
}

extension Fleet {
    /// The lanes of a selection, ascending, each once.
    ///
    /// - Throws: `unknown_session` for one that the fleet does not have, or another shard flies.
    package func choices(_ selection: SessionSelection) throws(WireError) -> [LaneChoice] {
        guard case .some(let selected) = selection else {
            return (0..<flownLaneCount).map { LaneChoice(lane: shard.lane(at: $0)) }
        }
        var choices: [LaneChoice] = []
        for sessions in selected.sorted() {
            try check(sessions)
            let laps = sessions.lap.map { $0...$0 }
            if let last = choices.last, last.lane == sessions.lane {
                choices[choices.count - 1].laps = last.laps?.union(laps)
            } else {
                choices.append(LaneChoice(lane: sessions.lane, laps: laps))
            }
        }
        return choices
    }

    private func check(_ sessions: SelectedSessions) throws(WireError) {
        let lap = sessions.lap ?? 0
        guard !contains(SessionName(lane: sessions.lane, lap: lap)) else {
            return try checkShard(of: sessions)
        }
        throw WireError(
            .unknownSession, reason: "This fleet has no \(sessions).",
            suggestion: isRecorded(sessions.lane)
                ? "A recording flies once, as s\(sessions.lane).0."
                : "Choose a lane from s0 to s\(max(0, laneCount - 1)), or *.",
            field: "select.session")
    }

    private func checkShard(of sessions: SelectedSessions) throws(WireError) {
        guard !shard.contains(lane: sessions.lane) else { return }
        let other = shard.shard(of: sessions.lane)
        throw WireError(
            .unknownSession,
            reason: "\(sessions) lies in shard \(other), and this is shard \(shard).",
            suggestion: "Ask the daemon that flies shard \(other), or choose a lane whose "
                + "remainder by \(shard.count) is \(shard.index), or *.",
            field: "select.session")
    }
}

extension ClosedRange<Int> {
    /// The smallest range that holds both; nil, every lap, holds all.
    fileprivate func union(_ other: ClosedRange<Int>?) -> ClosedRange<Int>? {
        other.map { Swift.min(lowerBound, $0.lowerBound)...Swift.max(upperBound, $0.upperBound) }
    }
}
