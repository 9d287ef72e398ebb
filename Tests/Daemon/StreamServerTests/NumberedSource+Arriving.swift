import StreamServer
import Vocabulary
import WireProtocol

/// Feeds to which lanes come one by one.
extension NumberedSource {
    /// Has a feed follow its channel while all of its lanes are still to come.
    func beginArrival(of feed: FeedID) -> UnseenLanes {
        let channel = ChannelID(index: Int(catchUps[feed.row].period))
        let unseen = UnseenLanes(
            LaneSet((0..<lanes).map(LaneID.init(index:))), of: channel)
        channels.follow(channel)
        joined.insert(feed)
        arriving[feed] = unseen
        return unseen
    }

    func unseenLanes(of feed: FeedID) -> UnseenLanes? { arriving[feed] }
    func progress(of feed: FeedID, at now: MonotonicInstant) -> CatchUpProgress? { progress }
}
