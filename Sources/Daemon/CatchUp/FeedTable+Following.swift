import ChannelPipeline
import Vocabulary

/// How a feed joins the live fleet at the present, follows lanes that start and end, and ends.
extension FeedTable {
    /// What is to be done for a feed that stands where the fleet stands.
    package enum JoinAction {
        /// Its catch-up is over: go on with the channel, which it follows already.
        case follow(ChannelID, ChannelShape)
        /// Let the live fleet take the replay over, and say with ``join(_:channel:)`` which channel
        /// goes on with it.
        case takeOver(Replay)
        /// It has joined before.
        case stay(channel: ChannelID)
    }

    /// A feed goes on with the live fleet. Traps if it has not begun to catch up.
    package mutating func join(_ number: FeedID) -> JoinAction {
        switch self[number].state {
        case .opened: refuse("join", number)
        case .recalling(let recall):
            setState(.live(channel: recall.channel), of: number)
            return .follow(recall.channel, recall.opening.shape)
        case .arriving(let arrival):
            setState(.live(channel: arrival.channel), of: number)
            return .follow(arrival.channel, arrival.shape)
        case .replaying(let replay): return .takeOver(replay)
        case .live(let channel): return .stay(channel: channel)
        }
    }

    /// The live fleet has taken a feed's replay over. Traps unless the feed has one.
    package mutating func join(_ number: FeedID, channel: ChannelID) {
        guard case .replaying = self[number].state else { refuse("join", number) }
        endWait(number)
        setState(.live(channel: channel), of: number)
    }

    /// What the caller must give back at the end of a feed.
    package struct Remains {
        /// The lanes that the feed followed once live, or would have followed.
        package let lanes: Lanes
        /// The channel that the feed follows no longer; nil if it had not come to one.
        package var channel: ChannelID?
        /// What the feed was catching up with; nil if it was live.
        package var unfinished: (shape: ChannelShape, passing: PassingCount)?
    }

    /// A subscription ends, at whatever point. Traps unless there is a feed of that number.
    package mutating func close(_ number: FeedID) -> Remains {
        let feed = remove(number)
        let passing = endPassing(of: number)
        var remains = Remains(lanes: feed.lanes)
        switch feed.state {
        case .opened(let opening): remains.unfinished = (opening.shape, passing)
        case .recalling(let recall):
            remains.channel = recall.channel
            remains.unfinished = (recall.opening.shape, passing)
        case .replaying(let replay): remains.unfinished = (replay.shape, passing)
        case .arriving(let arrival):
            remains.channel = arrival.channel
            remains.unfinished = (arrival.shape, passing)
        case .live(let channel): remains.channel = channel
        }
        return remains
    }

    /// What is to be done for a feed that follows all lanes when a lane is started.
    package enum LaneAction {
        /// Account for the lane; it is brought with the others of the opening.
        case await(ChannelShape)
        /// Follow the lane in the channel, though the catch-up is not over yet.
        case followAhead(ChannelID, ChannelShape)
        /// Add the lane to the replay.
        case add(Replay)
        /// Follow the lane in the channel.
        case follow(channel: ChannelID)
    }

    /// What a feed does about a lane that has been started.
    package struct LaneStart {
        package let action: LaneAction
        /// Whether the feed's replay needs room for the lane; false if the feed is live.
        package let takesRoom: Bool
    }

    /// A lane has been started: every feed that follows all lanes follows it too. O(feeds).
    package mutating func startedLane(_ lane: LaneID) -> [LaneStart] {
        numbersFollowingAll.map { number in
            let action = start(lane, number)
            if case .follow = action { return LaneStart(action: action, takesRoom: false) }
            return LaneStart(action: action, takesRoom: changePassing(of: number) { $0.start() })
        }
    }

    private mutating func start(_ lane: LaneID, _ number: FeedID) -> LaneAction {
        let choice = LaneChoice(lane: lane)
        switch self[number].state {
        case .opened(let opening):
            setState(.opened(shared(opening.adding(choice))), of: number)
            return .await(opening.shape)
        case .recalling(let recall):
            recall.opening = recall.opening.adding(choice)
            return .followAhead(recall.channel, recall.opening.shape)
        case .arriving(let arrival): return .followAhead(arrival.channel, arrival.shape)
        case .replaying(let replay): return .add(replay)
        case .live(let channel): return .follow(channel: channel)
        }
    }

    /// What is to be done for a feed that follows all lanes when the fleet gets more of them.
    package enum RaiseAction {
        /// Account for the lanes; they are brought with the others of the opening.
        case await(ChannelShape)
        /// Follow the lanes in the channel of the recall, and let the recall have their snapshots.
        case followAhead(Recall)
        /// Follow the lanes in the channel, though others of its lanes are still to come.
        case followBeside(Arrival)
        /// Let the lanes join the replay.
        case join(Replay)
        /// Follow the lanes in the channel.
        case follow(channel: ChannelID)
    }

    /// The fleet has got more lanes, which fly already: every feed that follows all lanes follows
    /// them too. O(feeds).
    package mutating func raised(_ lanes: [LaneID]) -> [RaiseAction] {
        let added = lanes.map { LaneChoice(lane: $0) }
        return numbersFollowingAll.map { number in
            switch self[number].state {
            case .opened(let opening):
                setState(.opened(shared(opening.joined(by: added))), of: number)
                return .await(opening.shape)
            case .recalling(let recall):
                recall.opening = recall.opening.joined(by: added)
                return .followAhead(recall)
            case .arriving(let arrival): return .followBeside(arrival)
            case .replaying(let replay): return .join(replay)
            case .live(let channel): return .follow(channel: channel)
            }
        }
    }

    /// Where a feed follows a started lane no longer.
    package enum LaneEnd {
        case channel(ChannelID)
        /// The lane is not followed yet, but accounted for.
        case account(ChannelShape)
    }

    /// The last line of a started lane has been published: what the feeds do that follow all lanes.
    /// A feed that is still catching up may not have got this line: its replay holds the lane until
    /// then, and the lane counts as passing by. O(feeds).
    package mutating func endedLane(_ lane: LaneID) -> [LaneEnd] {
        numbersFollowingAll.map { number in
            let end: LaneEnd
            switch self[number].state {
            case .opened(let opening): end = .account(opening.shape)
            case .recalling(let recall): end = .channel(recall.channel)
            case .replaying(let replay): end = .account(replay.shape)
            case .arriving(let arrival):
                arrival.forget(lane)
                end = .channel(arrival.channel)
            case .live(let channel): return .channel(channel)
            }
            changePassing(of: number) { $0.end() }
            return end
        }
    }

    /// How many feeds follow all lanes, by the shape of their lines. O(feeds)
    ///
    /// - Parameter live: the shape of a channel.
    package func followersOfAll(
        live: (_ channel: ChannelID) -> ChannelShape
    ) -> [ChannelShape: FollowerCount] {
        var followers: [ChannelShape: FollowerCount] = [:]
        for number in numbersFollowingAll {
            let shape = shape(of: number, live: live)
            followers[shape, default: FollowerCount()].all += 1
            if case .live = self[number].state { continue }
            followers[shape]?.catchingUp += 1
        }
        return followers
    }

    /// How many feeds there are at most.
    package var followerCount: Int { rows.count }

    private var numbersFollowingAll: [FeedID] {
        rows.indices.filter { row in
            guard case .all = rows[row]?.lanes else { return false }
            return true
        }.map { FeedID(row: $0) }
    }
}
