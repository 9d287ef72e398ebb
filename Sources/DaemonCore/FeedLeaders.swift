import ChannelPipeline
import Vocabulary

/// Which feed of those that begin now brings a shape to the present for all of them.
///
/// When many subscribe at once to the same sessions, or to some of those that another takes all of,
/// one computes and the others wait for what it brings into memory. A leader whose reader does not
/// read loses the lead.
struct FeedLeaders {
    /// What a leader computes; nil is all lanes.
    private struct Work: Hashable {
        let shape: ChannelShape
        let lanes: [LaneChoice]?
    }

    private struct Leader {
        let feed: Int
        /// Turns that others have waited since its last.
        var waited = 0
    }

    private var leaders: [Work: Leader] = [:]
    private var works: [Int: Work] = [:]

    /// Whether a feed may compute now; it leads then, unless another does.
    ///
    /// - Parameters:
    ///   - lanes: what it follows; nil is all.
    ///   - patience: how many turns others wait for a leader that makes no progress.
    mutating func mayBegin(
        _ feed: Int, _ shape: ChannelShape, _ lanes: [LaneChoice]?, patience: Int
    ) -> Bool {
        let own = Work(shape: shape, lanes: lanes)
        for work in [own, Work(shape: shape, lanes: nil)] {
            guard let leader = leaders[work], leader.feed != feed, leader.waited < patience
            else { continue }
            leaders[work]?.waited += 1
            return false
        }
        if let deposed = leaders[own]?.feed { works[deposed] = nil }
        leaders[own] = Leader(feed: feed)
        works[feed] = own
        return true
    }

    /// Notes that a feed has made progress.
    mutating func progressed(_ feed: Int) {
        if let work = works[feed] { leaders[work]?.waited = 0 }
    }

    /// Notes that a feed has joined or ended.
    mutating func remove(_ feed: Int) {
        if let work = works.removeValue(forKey: feed) { leaders[work] = nil }
    }
}
