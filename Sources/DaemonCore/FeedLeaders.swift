import Vocabulary

/// Which feed of those that begin now brings a shape to the present for all of them.
///
/// When many subscribe at once, one computes and the others wait for what it brings into memory. A
/// leader whose reader does not read loses the lead.
struct FeedLeaders {
    private struct Leader {
        var feed: Int
        /// Turns that others have waited since its last.
        var waited = 0
    }

    private var leaders: [ChannelShape: Leader] = [:]

    /// Whether a feed may compute now; it leads then.
    ///
    /// - Parameter patience: how many turns others wait for a leader that makes no progress.
    mutating func mayBegin(_ feed: Int, _ shape: ChannelShape, patience: Int) -> Bool {
        if let leader = leaders[shape], leader.feed != feed, leader.waited < patience {
            leaders[shape]?.waited += 1
            return false
        }
        leaders[shape] = Leader(feed: feed)
        return true
    }

    /// Notes that a feed has made progress.
    mutating func progressed(_ feed: Int, _ shape: ChannelShape) {
        guard leaders[shape]?.feed == feed else { return }
        leaders[shape]?.waited = 0
    }

    /// Notes that a feed has joined or ended.
    mutating func remove(_ feed: Int, _ shape: ChannelShape) {
        if leaders[shape]?.feed == feed { leaders[shape] = nil }
    }
}
