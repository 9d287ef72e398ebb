import Simulation
import Statistics
import Vocabulary
import WireProtocol

@testable import ChannelPipeline

/// What a run really holds, without what the allocator adds.
enum HeldMemory {
    /// The parts of one lane with their windows.
    static func part(of lane: LaneID, channel: ChannelID, in run: borrowing FleetRun) -> Int {
        guard let place = run.place(of: lane), let plan = run.channels[channel]?.plan,
            let part = run.channels[channel]?.parts[place]
        else { return 0 }
        return MemoryLayout<Channel.Part?>.stride + part.series.bytes(plan)
    }

    /// The rows of one channel, those of lanes that others follow among them.
    static func rows(of channel: ChannelID, in run: borrowing FleetRun) -> Int {
        let capacity = run.channels[channel]?.parts.capacity ?? 0
        return capacity * MemoryLayout<Channel.Part?>.stride
    }

    static func flights(in run: borrowing FleetRun) -> Int {
        run.flights.capacity * MemoryLayout<LaneFlight>.stride
            + run.flights.reduce(0) { $0 + segments(of: $1) }
    }

    static func segments(of flight: LaneFlight) -> Int {
        guard let run = flight.source.simulation else { return 0 }
        return TimedRing.arrayHeaderBytes
            + run.plan.segments.capacity * MemoryLayout<PlanSegment>.stride
    }
}
