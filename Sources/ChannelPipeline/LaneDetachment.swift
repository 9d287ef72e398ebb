import Vocabulary
import WireProtocol

/// Some lanes of a replay that are brought to its beginning apart from it, on whatever thread.
///
/// A pure piece of work: lanes know nothing of one another, so that each comes out as it would
/// have in the replay.
package struct LaneDetachment: Sendable {
    /// A lane before its first step.
    struct Lane: Sendable {
        let session: SessionName
        let fliesOneSession: Bool
        /// The last instant to be taken.
        let through: FleetInstant
    }

    let fleet: Fleet
    let shape: ChannelShape
    let beginning: StreamPosition
    let lanes: [Lane]

    /// Flies every lane from its session's start; a millisecond or two each at one sample a second.
    package func bring() -> BroughtLanes {
        // A channel of its own: threads that count references to the same arrays hinder each other.
        var run = FleetRun(of: fleet, after: beginning.instant - FleetDuration(ticks: 1))
        let channel = run.add(Channel(shape: shape, of: fleet, after: beginning))
        let brought = lanes.map { lane in
            let flight = LaneFlight(
                lane.session, of: fleet, fliesOneSession: lane.fliesOneSession)
            let place = run.add(flight)
            _ = run.bring(place, to: lane.through, atMost: .max)
            return run.brought(place, channel: channel)
        }
        precondition(run.lineBytes(of: channel) == 0, "lines of lanes that are being brought")
        return BroughtLanes(lanes: brought)
    }
}

/// Lanes that stand where their replay begins.
package struct BroughtLanes: Sendable {
    let lanes: [BroughtLane]
}

/// A lane's flight and its part of a channel, and the instant to which they were brought.
struct BroughtLane: Sendable {
    let flight: LaneFlight
    let part: Channel.Part?
    let through: FleetInstant
}
