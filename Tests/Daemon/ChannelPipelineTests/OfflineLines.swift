import ChannelPipeline
import Vocabulary
import WireProtocol

/// The lines of lanes computed session by session, each alone and from its start, and put in order.
///
/// Neither replay nor live fleet nor any other lane or channel has a part in it.
struct OfflineLines {
    let lines: [PipelineLine]

    /// The lines that are due later than `opening`, up to and including `last`.
    ///
    /// - Parameter first: leaves out earlier laps.
    init(
        of lanes: [LaneID], in fleet: Fleet, _ shape: ChannelShape, after opening: FleetInstant,
        fromLap first: Int = .min, through last: FleetInstant
    ) {
        let channel = Channel(shape: shape, of: fleet, after: StreamPosition(after: opening))
        var lines: [PipelineLine] = []
        for lane in lanes {
            var session = fleet.session(of: lane, at: opening)
            session.lap = max(session.lap, first)
            lines += Self.lines(of: session, in: fleet, channel, through: last)
            while let next = fleet.next(after: session), fleet.start(of: next) <= last {
                session = next
                lines += Self.lines(of: session, in: fleet, channel, through: last)
            }
        }
        self.lines = lines.sorted { $0.position < $1.position }
    }

    /// The lines strictly after one point and up to another.
    func lines(
        after beginning: StreamPosition, through last: FleetInstant? = nil,
        of lanes: [LaneID]? = nil
    ) -> [PipelineLine] {
        lines.filter { line in
            line.position > beginning && last.map { line.position.instant <= $0 } ?? true
                && lanes?.contains(line.session.lane) ?? true
        }
    }

    private static func lines(
        of session: SessionName, in fleet: Fleet, _ channel: Channel, through last: FleetInstant
    ) -> [PipelineLine] {
        var run = FleetRun(of: fleet, after: fleet.start(of: session) - FleetDuration(ticks: 1))
        let channel = run.add(channel)
        let place = run.add(LaneFlight(session, of: fleet, fliesOneSession: true))
        _ = run.bring(place, to: last, atMost: .max)
        return run.withLines(of: channel) { PipelineLine.all(in: $0) }
    }
}
