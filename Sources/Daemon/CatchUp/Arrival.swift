import ChannelPipeline
import Vocabulary
import WireProtocol

/// The way to the present of a feed that begins now with many lanes: it follows its channel at
/// once, and its lanes come to it as soon as they stand at the present, each with a snapshot.
///
/// Lanes that the channel has already come at the reader's pace. The others are flown on threads,
/// those first whose sessions began a moment ago: they cost least.
package final class Arrival {
    package let shape: ChannelShape
    /// How many lanes the feed has asked for.
    package private(set) var laneCount: Int
    /// The lanes that have not come to the reader, for the fan-out.
    package let unseen: UnseenLanes
    /// The lanes among them that the channel has not got.
    private var absent: LaneSet
    /// The lanes among them that the channel has got, in the order in which it did.
    private var ready: ArraySlice<LaneID>
    /// The lanes that no thread has been asked for, the next last.
    private var waiting: [Owed]
    /// About how many steps ``waiting`` takes.
    package private(set) var stepsLeft: Int

    /// A lane, and about how many steps it is behind.
    struct Owed {
        let lane: LaneID
        let steps: Int32
    }

    /// O(lanes)
    package init(_ opening: Opening, _ channel: ChannelID, in live: borrowing LiveFleet) {
        shape = opening.shape
        let lanes = opening.choices.map(\.lane)
        laneCount = lanes.count
        ready = lanes.filter { live.holds($0, channel) }[...]
        let missing = ready.isEmpty ? lanes : lanes.filter { !live.holds($0, channel) }
        absent = LaneSet(missing)
        unseen = UnseenLanes(LaneSet(lanes), of: channel)
        waiting = live.fleet.nextLast(missing, at: live.now)
        stepsLeft = waiting.reduce(0) { $0 + Int($1.steps) }
    }

    /// Takes the next lanes out that are to be flown.
    ///
    /// - Parameters:
    ///   - steps: about how many steps they take together; one lane may take more.
    ///   - isAway: whether a lane is being flown already.
    package func popWaiting(steps: Int, _ isAway: (LaneID) -> Bool) -> [LaneID] {
        var (lanes, left): ([LaneID], Int) = ([], steps)
        while left > 0, let next = waiting.popLast() {
            stepsLeft -= Int(next.steps)
            guard absent.contains(next.lane), !isAway(next.lane) else { continue }
            lanes.append(next.lane)
            left -= Int(next.steps)
        }
        return lanes
    }

    package var channel: ChannelID { unseen.channel }

    /// Whether lanes are left that no thread has been asked for.
    package var hasWaiting: Bool { !waiting.isEmpty }

    /// A lane has come into the channel, or its session is over. Nothing happens if the feed does
    /// not wait for it.
    ///
    /// - Returns: whether the reader has something to read again.
    package func land(_ lane: LaneID) -> Bool {
        guard absent.remove(lane) else { return false }
        ready.append(lane)
        return true
    }

    /// A started lane is over: it need not come any more.
    func forget(_ lane: LaneID) {
        guard unseen.lanes.remove(lane) else { return }
        absent.remove(lane)
        laneCount -= 1
    }

    /// Appends the snapshots of lanes that have come into the channel, until a block has `bytes`
    /// bytes: from now on the reader gets the lines of these lanes. To be called between two ticks.
    ///
    /// - Returns: whether all lanes have come.
    package func appendSnapshots(
        from live: borrowing LiveFleet, bytes: Int, into block: inout LineBlock
    ) -> Bool {
        let present = StreamPosition(after: live.now)
        while !ready.isEmpty, block.bytes.count < bytes {
            let coming = ready.prefix(Self.lanesAtOnce).filter(unseen.lanes.contains)
            ready = ready.dropFirst(Self.lanesAtOnce)
            _ = live.appendSnapshots(
                of: coming.map { LaneChoice(lane: $0) }, shape, after: present, to: &block)
            for lane in coming { unseen.lanes.remove(lane) }
        }
        if ready.isEmpty { ready = [] }
        return unseen.lanes.isEmpty
    }

    /// Some thirty kilobytes of snapshots.
    private static var lanesAtOnce: Int { 64 }

    /// Whether nothing can be done before another lane comes into the channel.
    var isWaiting: Bool { ready.isEmpty && !unseen.lanes.isEmpty }
}

extension Fleet {
    /// Lanes with about how many steps they are behind the present, the next to be flown last:
    /// those that are hardly behind, so that the first line comes at once, then the others in the
    /// order of their slots. O(lanes)
    ///
    /// Lanes that are flown one after the other lie side by side in memory, where those of a slot
    /// are taken in one tick. A tick of a large fleet waits for memory more than for anything else:
    /// in the order of their cost 100,000 lanes would take 1.4 times as long, for as long as they
    /// fly. Lanes by the calendar, which take long to look up, stay in their order.
    fileprivate func nextLast(_ lanes: [LaneID], at now: FleetInstant) -> [Arrival.Owed] {
        guard !restsBetweenRuns else {
            return lanes.map { Arrival.Owed(lane: $0, steps: Arrival.stepsByCalendar) }
        }
        let owed = inOrderOfSlots(lanes.map { LaneChoice(lane: $0) }).map { choice in
            let start = start(of: firstSession(of: choice.lane, from: now))
            let steps = max(0, (now - start).ticks / rate.period.ticks)
            return Arrival.Owed(
                lane: choice.lane, steps: Arrival.stepsOfLane + Int32(clamping: steps))
        }
        let most = owed.map(\.steps).max() ?? 0
        let cheap = most / Arrival.cheapShare
        return owed.filter { $0.steps > cheap }.reversed()
            + owed.filter { $0.steps <= cheap }.reversed()
    }
}

extension Arrival {
    /// The lanes that come first are behind by this part of the longest way at most: a minute of an
    /// hour.
    fileprivate static let cheapShare: Int32 = 64
    /// To begin with a lane takes as long as some steps.
    fileprivate static let stepsOfLane: Int32 = 20
    /// A look into the calendar, and for one of ten lanes half a run.
    fileprivate static let stepsByCalendar: Int32 = 200
}
