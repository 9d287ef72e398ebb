import ChannelPipeline
import Vocabulary

/// Decides which of the feeds that begin now computes, and which feeds wait for it.
///
/// When many subscribe at once to the same few sessions, or to some of those of a feed that takes
/// all lanes, one feed leads: it computes, and the others wait for its lines in memory. A leader
/// whose reader does not read loses the lead after a fifth of a second. A waiting feed asks again
/// when it is released.
struct FeedLeaders {
    /// What a leader computes; nil is all lanes.
    private struct Work: Hashable {
        let shape: ChannelShape
        let lanes: [LaneChoice]?
    }

    private struct Leader {
        let feed: FeedID
        /// When the leader last made progress.
        var time: MonotonicInstant
    }

    private var leaders: [Work: Leader] = [:]
    private var works: [FeedID: Work] = [:]
    private var waiting: Set<FeedID> = []
    private var releases = 0

    /// A leader without progress for this span may be deposed. Waiting feeds ask again at the same
    /// interval, so that they wait for twice the span at most.
    static var patience: Duration { .milliseconds(200) }

    /// Whether a feed may compute now; it leads then, unless another does.
    ///
    /// - Parameters:
    ///   - lanes: the lanes that the feed follows; nil is all lanes.
    ///   - time: when the daemon ticked last, so that no feed loses the lead while it stands still.
    mutating func mayLead(
        _ feed: FeedID, _ shape: ChannelShape, _ lanes: [LaneChoice]?, at time: MonotonicInstant
    ) -> Bool {
        let own = Work(shape: shape, lanes: lanes)
        waiting.remove(feed)
        for work in [own, Work(shape: shape, lanes: nil)] {
            guard let leader = leaders[work], leader.feed != feed else { continue }
            guard time - leader.time >= Self.patience else {
                waiting.insert(feed)
                return false
            }
            releaseAll()
        }
        if let deposed = leaders[own]?.feed { works[deposed] = nil }
        leaders[own] = Leader(feed: feed, time: time)
        works[feed] = own
        return true
    }

    /// Notes that a feed has made progress.
    mutating func progressed(_ feed: FeedID, at time: MonotonicInstant) {
        if let work = works[feed] { leaders[work]?.time = time }
    }

    /// Notes that a feed need not wait any more, has joined or has ended.
    mutating func remove(_ feed: FeedID) {
        waiting.remove(feed)
        guard let work = works.removeValue(forKey: feed) else { return }
        leaders[work] = nil
        releaseAll()
    }

    /// Lets all waiting feeds ask again.
    mutating func releaseAll() { releases = max(releases, waiting.count) }

    /// Whether a feed had to wait when it asked last.
    func isWaiting(_ feed: FeedID) -> Bool { waiting.contains(feed) }

    /// How many of the waiting feeds have got a reason to ask again since the last call.
    mutating func consumeReleases() -> Int {
        defer { releases = 0 }
        return releases
    }
}
