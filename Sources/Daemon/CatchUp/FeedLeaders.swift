import ChannelPipeline
import Vocabulary

/// Decides which of the feeds that begin now computes, and which feeds wait for it.
///
/// When many subscribe at once to the same sessions, or to some of those of a feed that takes all
/// lanes, one feed leads: it computes, and the others wait for its lines in memory or for its
/// lanes. Of the feeds that have lanes to go on from, a few at a time do so, since each holds a
/// copy of all these lanes meanwhile. A leader whose reader does not read loses the lead after a
/// fifth of a second. A waiting feed asks again when it is released.
///
/// Seen with 300 subscribers to 1000 sessions, 100 a second: with a leader all are live within 2 s,
/// without one 59 after 40 s. Without the limit on feeds that go on at once these take seven times
/// as much memory, and twice as much of a processor.
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

    /// A feed that goes on from lanes that were handed over.
    private struct Successor {
        let shape: ChannelShape
        /// When the feed began to go on.
        let time: MonotonicInstant
    }

    private var leaders: [Work: Leader] = [:]
    private var works: [FeedID: Work] = [:]
    private var successors: [FeedID: Successor] = [:]
    private var waiting: Set<FeedID> = []
    private var releases = 0

    /// The most feeds of one shape that work from handed-over lanes at once.
    // More than one, so that the daemon computes for some while the readers of others still read.
    static var successorsAtOnce: Int { 8 }

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

    /// Whether a feed may now go on from handed-over lanes, which takes little work, but memory for
    /// all of these lanes.
    ///
    /// - Parameter time: as for ``mayLead(_:_:_:at:)``.
    mutating func mayGoOn(_ feed: FeedID, _ shape: ChannelShape, at time: MonotonicInstant) -> Bool
    {
        waiting.remove(feed)
        let others = successors.count { other, begun in
            other != feed && time - begun.time < Self.patience && begun.shape == shape
        }
        guard others < Self.successorsAtOnce else {
            waiting.insert(feed)
            return false
        }
        successors[feed] = Successor(shape: shape, time: time)
        return true
    }

    /// Notes that a feed has made progress.
    mutating func progressed(_ feed: FeedID, at time: MonotonicInstant) {
        if let work = works[feed] { leaders[work]?.time = time }
    }

    /// Notes that a feed need not wait any more, has joined or has ended.
    mutating func remove(_ feed: FeedID) {
        waiting.remove(feed)
        if successors.removeValue(forKey: feed) != nil, releases < waiting.count { releases += 1 }
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
