import CatchUp
import ChannelPipeline
import Vocabulary
import WireProtocol

/// How lanes come to subscriptions that begin now: flown by threads, then let into the channel.
extension Subscriptions {
    /// Does a slice of the work that lets lanes come, and gives the threads more.
    ///
    /// - Returns: whether there may be more to do now.
    func bringLanes() -> Bool {
        guard !threads.isIdle || !coming.landings.isEmpty || !feeds.arriving.isEmpty else {
            return false
        }
        takeFlownLanes()
        let hasLanded = land()
        return flyNextLanes() || hasLanded
    }

    func takeFlownLanes() {
        for (purpose, lanes) in threads.consume() { take(lanes, for: purpose) }
    }

    private func take(_ lanes: BroughtLanes, for purpose: LaneThreads.Purpose) {
        switch purpose {
        case .replay(let feed): feeds.rejoin(feed, lanes)
        case .channel(let shape, let asked):
            let flown = Set(lanes.all.map(\.lane))
            // A lane whose session is over was not flown, and need not come.
            endWait(for: asked.filter { !flown.contains($0) }, shape)
            coming.landings.append(ComingLanes.Landing(shape: shape, lanes: lanes.all))
        case .nobody: return
        }
    }

    /// Lets the next lanes into their channel.
    ///
    /// - Returns: whether there were any.
    private func land() -> Bool {
        guard let landing = coming.landings.first, !live.isWithinTick else { return false }
        let next = landing.lanes.prefix(lanesAtOnce(landing))
        live.land(next, landing.shape)
        endWait(for: next.map(\.lane), landing.shape)
        coming.landings[0].lanes = landing.lanes.dropFirst(next.count)
        if coming.landings[0].lanes.isEmpty { coming.landings.removeFirst() }
        return true
    }

    /// Lanes are on their way no longer.
    private func endWait(for lanes: [LaneID], _ shape: ChannelShape) {
        feeds.land(lanes, shape)
        for lane in lanes { coming.away[shape]?.remove(lane) }
        if coming.away[shape]?.isEmpty ?? false { coming.away[shape] = nil }
    }

    /// As many lanes as take a slice's steps from where they stood to the present.
    private func lanesAtOnce(_ landing: ComingLanes.Landing) -> Int {
        let behind = landing.lanes.first.map { live.now - $0.through } ?? FleetDuration(ticks: 0)
        let steps = Int(behind.ticks / fleet.rate.period.ticks) + Self.stepsOfLanding
        return max(1, Self.sliceSteps / steps)
    }

    /// To come into a channel takes a lane as long as some steps.
    private static var stepsOfLanding: Int { 8 }

    /// Gives threads that are free the next lanes; without threads, flies a few here.
    ///
    /// - Returns: whether it has flown lanes here.
    private func flyNextLanes() -> Bool {
        guard threads.count > 0 else { return flyLanesHere() }
        while threads.hasRoom, let (shape, lanes) = nextLanes(steps: LaneThreads.steps) {
            threads.begin(live.detachment(of: lanes, shape), for: .channel(shape, lanes))
        }
        return false
    }

    private func flyLanesHere() -> Bool {
        guard !live.isWithinTick, let (shape, lanes) = nextLanes(steps: Self.sliceSteps) else {
            return false
        }
        take(live.detachment(of: lanes, shape).bring(), for: .channel(shape, lanes))
        return true
    }

    /// The lanes that are flown next: of the user for whom least has been done, and of its
    /// subscriptions the one that is nearest to its end. O(subscriptions that wait for lanes)
    private func nextLanes(steps: Int) -> (shape: ChannelShape, lanes: [LaneID])? {
        while let (feed, arrival) = nextArrival {
            let shape = arrival.shape
            let before = arrival.stepsLeft
            let lanes = arrival.popWaiting(steps: steps) {
                coming.away[shape]?.contains($0) ?? false
            }
            let (steps, least) = (before - arrival.stepsLeft, leastSteps)
            coming.stepsByUser[shares.user(of: feed), default: least] += steps
            coming.pace.note(steps, at: clockwork.lastTick)
            guard !lanes.isEmpty else { continue }
            for lane in lanes { coming.away[shape, default: LaneSet()].insert(lane) }
            return (shape, lanes)
        }
        coming.stepsByUser.removeAll()
        coming.pace.rest()
        return nil
    }

    private var leastSteps: Int { coming.stepsByUser.values.min() ?? 0 }

    private var nextArrival: (feed: FeedID, arrival: Arrival)? {
        let least = leastSteps
        func isBefore(
            _ left: (key: FeedID, value: Arrival), _ right: (key: FeedID, value: Arrival)
        ) -> Bool {
            let done = [left, right].map { coming.stepsByUser[shares.user(of: $0.key)] ?? least }
            return (done[0], left.value.stepsLeft, left.key)
                < (done[1], right.value.stepsLeft, right.key)
        }
        return feeds.arriving.filter { $0.value.hasWaiting }.min(by: isBefore)
            .map { ($0.key, $0.value) }
    }
}

/// The lanes that are on their way to the channels of subscriptions that began now.
struct ComingLanes {
    /// Lanes that have been flown for a channel and come into it some at a time.
    struct Landing {
        let shape: ChannelShape
        var lanes: ArraySlice<BroughtLane>
    }

    /// In the order in which the lanes come into their channels.
    var landings: [Landing] = []
    /// By shape, the lanes that are being flown for its channel, or have not come into it yet.
    var away: [ChannelShape: LaneSet] = [:]
    var pace = ArrivalPace()
    /// How many steps have been flown for each user whose subscriptions wait for lanes.
    var stepsByUser: [UInt32: Int] = [:]
}
