import Vocabulary
import WireProtocol

/// The present of a fleet: the lanes and channels that somebody follows, advanced by the tick.
///
/// Lanes that nobody follows are not flown: a replay brings them here when somebody does.
package struct LiveFleet: ~Copyable {
    var run: FleetRun
    var indices: [ChannelShape: ChannelID] = [:]
    /// The followers of each channel.
    var followers: [ChannelID: ChannelFollowers] = [:]
    /// The memory of each channel.
    var memories: [ChannelID: ChannelRecall] = [:]
    /// The lanes that nobody follows; nil while nobody asks for all sessions.
    var roster: FleetRoster?

    /// A fleet at rest at `now`.
    package init(_ fleet: Fleet, at now: FleetInstant) {
        run = FleetRun(of: fleet, after: now)
    }

    package var fleet: Fleet { run.fleet }
    package var now: FleetInstant { run.now }
    package var channelCount: Int { followers.count }
    package var laneCount: Int { run.placeCount }
    /// How many of these lanes do not rest by the calendar.
    package var awakeLaneCount: Int { run.order.awakeCount }
    /// Whether a lane that somebody follows has more to fly.
    package var isFlying: Bool { run.isFlying }

    /// The grid on which lines can be due: multiples of a slot, or of a tick if recordings, lanes
    /// that begin between slots, the sample rate or clock-aligned windows need that. O(sample
    /// period).
    package var grid: FleetDuration {
        run.keepsTo(Fleet.slotDuration) ? Fleet.slotDuration : FleetDuration(ticks: 1)
    }

    /// Takes everything due up to and including `instant`; the lines say what `clock` says.
    ///
    /// - Parameter bytes: stop after the tick with which this number of bytes of lines waits.
    package mutating func advance(
        to instant: FleetInstant, clock: LineClock?, bytes: Int = .max
    ) {
        advancePart(to: instant, clock: clock, bytes: bytes)
        while run.isWithinTick { run.advancePart(run.fleet) }
    }

    /// Takes what is due next, up to and including `instant`; where one tick has more lines than
    /// `bytes`, a part of it, after which ``now`` has not come to that tick yet.
    ///
    /// Between two parts subscriptions may end, and nothing else may happen to the fleet while it
    /// ``isWithinTick``.
    ///
    /// - Parameters:
    ///   - bytes: stop once this number of bytes of lines waits, or soon after.
    ///   - windows: stop once steps have been given to this number of windows, or soon after.
    package mutating func advancePart(
        to instant: FleetInstant, clock: LineClock?, bytes: Int, windows: Int = .max
    ) {
        for index in followers.keys { run.setClock(clock, channel: index) }
        if laneCount == 0 { run.advance(to: instant) }
        let fleet = run.fleet
        var left = windows
        while run.now < instant, lineBytes < bytes, left > 0 {
            run.skipRest(before: instant)
            left -= run.advancePart(fleet) * (1 + channelCount)
        }
    }

    /// Whether some lanes have been taken up to a later instant than the others.
    package var isWithinTick: Bool { run.isWithinTick }

    /// The point up to which every line has been made.
    package var present: StreamPosition { run.present }

    private var lineBytes: Int { followers.keys.reduce(0) { $0 + run.lineBytes(of: $1) } }

    /// Where a subscription that is opened now begins: its lines come strictly after this point.
    package func beginning(_ start: Beginning, _ choices: [LaneChoice]) -> StreamPosition {
        Replay.beginning(start, fleet, choices, now)
    }

    /// A replay that brings a subscription to the present. Lanes that are followed already are not
    /// computed again for a subscription that begins now.
    ///
    /// - Parameters:
    ///   - beginning: the result of ``beginning(_:_:)`` at that time, slow for many lanes.
    ///   - opened: where the fleet stood when the subscription was opened; now if left out.
    ///   - includesSnapshots: whether snapshots of the sessions come first.
    ///   - lateLanes: lanes whose snapshots come in any case.
    package func replay(
        _ shape: ChannelShape, _ choices: [LaneChoice], from start: Beginning,
        beginning: StreamPosition? = nil, opened: FleetInstant? = nil,
        includesSnapshots: Bool = true, lateLanes: Set<LaneID> = [], schedule: ScheduleClock?
    ) -> Replay {
        let replay = Replay(
            of: fleet, shape: shape, choices: choices, start: start, beginning: beginning,
            opened: opened ?? now, includesSnapshots: includesSnapshots, lateLanes: lateLanes,
            schedule: schedule)
        if indices[shape] == nil, replay.isOfNow { replay.keepRecall() }
        if let channel = indices[shape], replay.beginning == StreamPosition(after: now) {
            replay.takeOver(from: run, channel: channel)
        }
        return replay
    }

    /// Takes over the lanes of a replay that stands at the present, and returns the channel that
    /// goes on with its lines. Traps if the replay stands elsewhere.
    ///
    /// - Parameter choices: the lanes that the subscription goes on with: those of the replay but
    ///   for started ones that have ended.
    package mutating func join(_ replay: Replay, following choices: [LaneChoice]) -> ChannelID {
        precondition(replay.now == now, "join of a replay at another instant")
        replay.alignLanes()
        let joined = indices[replay.shape]
        let index = joined ?? open(replay.shape, recalling: replay.recall)
        if laneCount == 0, replay.goesOn, replay.holdsOnly(choices) {
            run.adoptAll(from: &replay.run, as: index)
        } else {
            for choice in choices {
                run.adopt(lane: choice.lane, from: replay.run, channel: .only, as: index)
            }
        }
        // The memory of a channel that others have opened begins without the lines of this replay,
        // even if both join at one instant.
        follow(index, choices, since: joined == nil ? nil : now)
        return index
    }

    /// The shape of a channel. Traps if nobody follows it.
    package func shape(of channel: ChannelID) -> ChannelShape {
        guard let shape = run.channels[channel]?.shape else {
            preconditionFailure("shape of channel \(channel), which nobody follows")
        }
        return shape
    }

    /// The channels that have lines waiting, in the order of their opening.
    package var channelsWithLines: [ChannelID] {
        // One array, made once: this is asked on every tick.
        var found: [ChannelID] = []
        found.reserveCapacity(followers.count)
        for channel in followers.keys where run.lineBytes(of: channel) > 0 { found.append(channel) }
        found.sort()
        return found
    }

    /// Reads a channel's lines in place.
    package func withLines<Result>(
        of channel: ChannelID, _ body: (borrowing LineBlock) -> Result
    ) -> Result {
        run.withLines(of: channel, body)
    }

    /// Forgets the lines of every channel, but for its memory of recent lines.
    package mutating func removeLines() {
        for (index, followers) in followers {
            let kept = run.keptLineBytes(of: index, lanes: followers.lanes.count)
            let memory = memories[index]
            run.consumeLines(of: index, keeping: kept) { memory?.lines.append($0) }
        }
    }

    /// - Parameter recall: the memory that a replay has begun for the channel; nil if there is
    ///   none.
    mutating func open(
        _ shape: ChannelShape, recalling recall: ChannelRecall? = nil
    ) -> ChannelID {
        let index = run.add(
            Channel(shape: shape, of: fleet, after: StreamPosition(after: now)))
        indices[shape] = index
        let memory = recall ?? ChannelRecall(since: StreamPosition(after: now))
        memories[index] = memory
        return index
    }
}
