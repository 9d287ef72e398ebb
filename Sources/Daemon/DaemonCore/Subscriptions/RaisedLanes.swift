import CatchUp
import ChannelPipeline
import Configuration
import StreamServer
import Vocabulary
import WireProtocol

/// How the fleet gets more lanes while it flies: some at a time, so that no tick waits long for
/// lanes that are flown up to the present.
extension Subscriptions {
    /// How many lanes are to fly next, of all shards; nil while there is no room for any more.
    var nextLaneCount: Int? {
        let count = min(clockwork.laneGoal, fleet.laneCount + lanesAtOnce)
        do throws(WireError) {
            try checkRoom(forLanes: fleet.shard.laneCount(of: count) - fleet.flownLaneCount)
            return count
        } catch {
            return nil
        }
    }

    /// Lets lanes fly up to a number, of all shards, and join the subscriptions to all lanes.
    func raise(to laneCount: Int) {
        let before = fleet.flownLaneCount
        live.raise(to: laneCount)
        ledger.raise(to: laneCount)
        let lanes = Array(fleet.flownLanes[before...])
        allChoices.insert(lanes.map { LaneChoice(lane: $0) })
        if !lanes.isEmpty { join(lanes) }
    }

    /// The lines that a subscription to all lanes brings, with the lanes that are to come.
    func flowOfAll(_ number: FeedID) -> LineFlow {
        flow(
            feeds.shape(of: number) { live.shape(of: $0) }, allChoices.count + clockwork.lanesToCome
        )
    }

    /// Refuses lanes for which the subscriptions to all lanes have no room.
    /// O(subscriptions).
    func checkRoom(forLanes count: Int) throws(WireError) {
        let readers = feeds.followersOfAll { live.shape(of: $0) }
        // Lanes that the fleet gets are simulated, each as costly as the next.
        let lane = LaneID(index: fleet.laneCount)
        let needed = ledger.bytesNeeded(ofLane: lane, times: count, readers)
        let free = limits.windowBytes - ledger.bytes
        guard needed <= free else {
            throw WireError(
                .noRoom,
                reason: "They need up to \(needed) bytes, and \(free) of \(limits.windowBytes) "
                    + "are free.",
                suggestion: "Raise limits.window_bytes, or ask again once fewer follow all.")
        }
        try checkWork(
            ledger.workNeeded(ofLane: lane, times: count, readers.mapValues(\.all)))
        guard stepsOfLane <= Self.longestRaising else {
            throw WireError(
                .noRoom,
                reason: "Each would hold up all others for seconds, because of the rate and of "
                    + "\(live.channelCount) channels.",
                suggestion: "Start the daemon again, or ask again once there are fewer channels.")
        }
    }

    /// About how many lanes are flown from the starts of their sessions in some hundredths of a
    /// second, for all channels; without channels, how many all replays take in within this time.
    private var lanesAtOnce: Int {
        guard live.channelCount == 0 else { return max(1, Self.raisingSteps / stepsOfLane) }
        let readers = feeds.followersOfAll { live.shape(of: $0) }.values.reduce(0) { $0 + $1.all }
        return readers == 0 ? clockwork.laneGoal : max(1, Self.lanesOfReaders / readers)
    }

    /// How many steps of half a microsecond a lane takes at most to be flown from the start of its
    /// session to the present, for all channels.
    private var stepsOfLane: Int {
        let steps = Int(FleetDuration.lap.ticks / fleet.rate.period.ticks)
        return steps * (1 + live.channelCount / Self.channelsOfStep)
    }

    private static var raisingSteps: Int { 30_000 }
    /// Half a second: a lane is flown in one piece.
    private static var longestRaising: Int { 1_000_000 }
    private static var lanesOfReaders: Int { 4000 }
    /// The number of channels that look at a sample in the time that it takes to make it.
    private static var channelsOfStep: Int { 2 }

    private func join(_ lanes: [LaneID]) {
        var channels: Set<ChannelID> = []
        let actions = feeds.raised(lanes)
        for action in actions {
            switch action {
            case .await(let shape): account(lanes, shape, isCatchingUp: true)
            case .followAhead(let recall):
                live.follow(lanes, channel: recall.channel)
                channels.insert(recall.channel)
                account(lanes, recall.opening.shape, isCatchingUp: true)
            case .followBeside(let arrival):
                live.follow(lanes, channel: arrival.channel)
                channels.insert(arrival.channel)
                account(lanes, arrival.shape, isCatchingUp: true)
            case .join(let replay):
                replay.join(lanes, of: fleet)
                account(lanes, replay.shape, isCatchingUp: true)
            case .follow(let channel):
                live.follow(lanes, channel: channel)
                channels.insert(channel)
                account(lanes, live.shape(of: channel), isCatchingUp: false)
            }
        }
        live.join(lanes, channels: channels.sorted())
        for case .followAhead(let recall) in actions { recall.join(lanes, in: live) }
    }

    private func account(_ lanes: [LaneID], _ shape: ChannelShape, isCatchingUp: Bool) {
        for lane in lanes { ledger.add(lane, shape, isCatchingUp: isCatchingUp) }
    }
}
