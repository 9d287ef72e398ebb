import CatchUp
import ChannelPipeline
import Vocabulary
import WireProtocol

/// How started lanes leave the subscriptions to all sessions; `CommandEffect` lets them join.
extension Subscriptions {
    func choicesOfAll() -> [LaneChoice] {
        let lanes = fleet.flownLanes + fleet.startedLanes(at: live.now)
        return lanes.map { LaneChoice(lane: $0) }
    }

    /// Removes the started lanes whose last line has been published, so that they take no memory in
    /// a subscription that stays. Looks once in a second of fleet time.
    ///
    /// - Returns: the removed lanes.
    func removeEndedLanes() -> [LaneID] {
        let second = live.now.ticks / FleetDuration.ticksPerSecond
        guard second != lastLookAtLanes, allChoices.count > fleet.flownLaneCount else { return [] }
        lastLookAtLanes = second
        live.sweep()
        let flying = Set(fleet.startedLanes(at: live.now))
        let over = allChoices[fleet.flownLaneCount...].map(\.lane).filter { !flying.contains($0) }
        // Each lane leaves every subscription to all: many at once would hold up a tick.
        let ended = Array(over.prefix(max(1, Self.leavesAtOnce / max(1, feeds.followerCount))))
        guard !ended.isEmpty else { return [] }
        for lane in ended { remove(lane) }
        let gone = Set(ended)
        allChoices.removeAll { gone.contains($0.lane) }
        return ended
    }

    private static var leavesAtOnce: Int { 20_000 }

    private func remove(_ lane: LaneID) {
        for end in feeds.endedLane(lane) {
            switch end {
            case .channel(let channel):
                let shape = live.shape(of: channel)
                live.remove(lane: lane, channel: channel)
                ledger.remove(lane, shape, isCatchingUp: false)
            case .account(let shape): ledger.remove(lane, shape, isCatchingUp: false)
            }
        }
    }
}
