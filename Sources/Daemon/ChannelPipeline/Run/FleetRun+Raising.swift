import Vocabulary

/// How lanes that the fleet has got join channels in mid-session.
extension FleetRun {
    /// Brings lanes of the fleet to the present, each from its session's start, and gives channels
    /// their parts of them; a snapshot of each comes first among a channel's lines. However many
    /// channels there are, a lane is flown once. Traps within a tick.
    ///
    /// - Parameters:
    ///   - lanes: simulated lanes, ascending; none of them is in a channel.
    ///   - followed: the channels that get the lanes.
    mutating func join(_ lanes: [LaneID], channels followed: [ChannelID]) {
        precondition(!isWithinTick, "lanes join in the middle of a tick")
        let present = StreamPosition(after: now)
        var other = FleetRun(of: fleet, after: now - FleetDuration(ticks: 1))
        var joined: [(own: ChannelID, other: ChannelID)] = []
        for channel in followed {
            guard let shape = channels[channel]?.shape else { continue }
            joined.append((channel, other.add(Channel(shape: shape, of: fleet, after: present))))
        }
        guard !joined.isEmpty else { return }
        for lane in lanes {
            let place = other.add(
                LaneFlight(fleet.firstSession(of: lane, from: now), of: fleet))
            _ = other.bring(place, to: now, atMost: .max)
        }
        other.advance(to: now)
        for channel in joined {
            adopt(
                lanes, from: other, channel: channel.other, as: channel.own, after: present)
        }
    }

    /// Takes lanes over from another run at the same instant, as a channel's, and writes a snapshot
    /// of each.
    mutating func adopt(
        _ lanes: [LaneID], from other: borrowing FleetRun, channel otherChannel: ChannelID,
        as channel: ChannelID,
        after position: StreamPosition
    ) {
        for lane in lanes {
            adopt(lane: lane, from: other, channel: otherChannel, as: channel)
            guard let place = place(of: lane) else { continue }
            writeSnapshot(of: flights[place.row], after: position, channel: channel)
        }
    }
}

extension LiveFleet {
    /// Whether nothing waits to be sent, and no tick has been begun.
    package var isBetweenTicks: Bool { !run.isWithinTick && channelsWithLines.isEmpty }

    /// Flies `laneCount` lanes from now on. To be called between two ticks; subscriptions to all
    /// lanes follow the new ones only after ``join(_:channels:)``.
    package mutating func raise(to laneCount: Int) {
        precondition(!run.isWithinTick, "more lanes in the middle of a tick")
        run.fleet.raise(to: laneCount)
    }

    /// Lets a subscription that follows a channel go on to lanes that the channel is to have.
    package mutating func follow(_ lanes: [LaneID], channel: ChannelID) {
        for lane in lanes { follow(lane, channel) }
    }

    /// Lets channels have lanes that the fleet has got; their snapshots come among the lines.
    package mutating func join(_ lanes: [LaneID], channels: [ChannelID]) {
        run.join(lanes, channels: channels)
    }
}

/// Lanes that the fleet has got since a replay was begun.
struct LateLanes {
    /// Those whose snapshots are sent even if no others are.
    var snapshots: Set<LaneID>
    /// Those that came when all others had been brought, and have yet to join them, in the order in
    /// which they came.
    var waiting: [LaneID] = []
    /// Brings the first of ``waiting``.
    var joining: Replay?
}

extension Replay {
    /// Adds lanes that the fleet has got; its subscription gets a snapshot of each, and the lines
    /// from then on. The lanes are brought in the slices to come.
    ///
    /// - Parameter fleet: the live fleet, with these lanes.
    package func join(_ lanes: [LaneID], of fleet: Fleet) {
        let added = lanes.map { LaneChoice(lane: $0) }
        choices.insert(added)
        // The run keeps its own book: it may still fly by what the live fleet has forgotten.
        run.fleet.raise(to: fleet.laneCount)
        guard isBrought else {
            late.snapshots.formUnion(lanes)
            choicesLeft += added
            var left = Array(snapshotsLeft)
            left.insert(added)
            snapshotsLeft = left[...]
            return
        }
        // A recall needs the lines of all lanes since the beginning.
        endRecall()
        late.waiting += lanes
    }

    /// Does a slice of the work that brings lanes which the fleet has got to where the replay
    /// stands. A tick that has been begun is ended first.
    ///
    /// - Returns: about how many steps of lanes it took.
    func joinLanes(atMost steps: Int) -> Int {
        guard !run.isWithinTick else { return max(1, run.advancePart(run.fleet)) }
        let present = StreamPosition(after: run.now)
        let next = late.waiting.prefix(Self.joinedAtOnce).map { LaneChoice(lane: $0) }
        let joining =
            late.joining
            ?? Replay(
                of: run.fleet, shape: shape, choices: next, start: .after(present),
                opened: run.now, includesSnapshots: false, schedule: nil)
        let before = joining.stepsAhead
        let isThere = joining.advance(to: run.now, steps: steps, bytes: .max)
        late.joining = isThere ? nil : joining
        if isThere {
            let lanes = joining.choices.map(\.lane)
            late.waiting.removeFirst(lanes.count)
            run.adopt(lanes, from: joining.run, channel: .only, as: .only, after: present)
        }
        return max(1, joining.stepsAhead - before)
    }

    /// Some thirty kilobytes of snapshots.
    private static var joinedAtOnce: Int { 64 }
}

extension [LaneChoice] {
    /// Inserts lanes that follow one another, in their place among ascending ones.
    package mutating func insert(_ added: [LaneChoice]) {
        guard let first = added.first?.lane else { return }
        let index = lastIndex { $0.lane < first }.map { $0 + 1 } ?? 0
        insert(contentsOf: added, at: index)
    }
}
