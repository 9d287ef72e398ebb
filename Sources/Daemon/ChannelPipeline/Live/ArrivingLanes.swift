import Vocabulary
import WireProtocol

/// How lanes come into a channel that is followed already: one by one, each when it stands at the
/// present, flown by a thread that knows nothing of the others.
extension LiveFleet {
    /// Counts one more subscription to lanes of a shape, whether its channel has them or not; opens
    /// the channel if need be. O(lanes)
    package mutating func follow(_ shape: ChannelShape, _ choices: [LaneChoice]) -> ChannelID {
        let channel = indices[shape] ?? open(shape)
        follow(channel, choices, since: nil)
        // Growing by doubling would copy flights of a hundred thousand lanes in one tick.
        if choices.count > run.flights.count { run.reserve(places: choices.count) }
        return channel
    }

    /// Whether a channel has a lane.
    package func holds(_ lane: LaneID, _ channel: ChannelID) -> Bool {
        run.holds(lane: lane, channel: channel)
    }

    /// The work that brings lanes to the present; ``land(_:_:)`` takes them over when it is done.
    package func detachment(of lanes: [LaneID], _ shape: ChannelShape) -> LaneDetachment {
        let flying = lanes.filter { !fleet.isOver($0, at: now) }
        return LaneDetachment(
            fleet: fleet, shape: shape, beginning: StreamPosition(after: now),
            lanes: flying.map { LaneDetachment.Lane(lane: $0, through: now) },
            choiceCount: lanes.count)
    }

    /// Lets lanes come into the channel of a shape that were at the present some time ago: flies
    /// them on to now, in silence. A lane that the channel has already, or that nobody follows any
    /// more, is left out. Traps within a tick.
    ///
    /// The channel's memory begins anew, since it lacks the earlier lines of these lanes.
    package mutating func land(_ brought: ArraySlice<BroughtLane>, _ shape: ChannelShape) {
        precondition(!isWithinTick, "lanes come in the middle of a tick")
        guard let channel = indices[shape] else { return }
        let coming = brought.filter {
            followers[channel]?.lanes[$0.flight.lane] != nil && !holds($0.flight.lane, channel)
        }
        guard let through = coming.map(\.through).min() else { return }
        let present = StreamPosition(after: now)
        var other = FleetRun(of: fleet, after: now - FleetDuration(ticks: 1))
        let own = other.add(Channel(shape: shape, of: fleet, after: present, standing: through))
        for lane in coming {
            let place = other.take(lane, channel: own)
            _ = other.bring(place, to: now, atMost: .max)
        }
        other.advance(to: now)
        for lane in coming {
            run.adopt(lane: lane.flight.lane, from: other, channel: own, as: channel)
        }
        memories[channel]?.lines.forget(through: present)
    }
}

extension BroughtLanes {
    /// The lanes that were flown; a lane whose session is over is not among them.
    package var all: ArraySlice<BroughtLane> { lanes[...] }
}
