import ChannelPipeline
import Simulation
import TestSupport
import Testing
import Vocabulary

/// A simulated session whose athlete pauses the recording, and the first such pause.
struct OwnPause {
    let fleet: Fleet
    let session: SessionName
    let start: FleetInstant
    /// Since the session's start.
    let span: Range<FleetDuration>

    /// The first pause of at least ten seconds of a fleet with that seed, by the number of lanes.
    init(seed: UInt64, rate: SampleRate = .oneHertz) throws {
        let fleet = TestFleets.simulated(seed: seed, rate: rate)
        let found = fleet.flownLanes.lazy.compactMap { lane in
            let session = SessionName(lane: lane, lap: 0)
            return Self.spans(of: session, in: fleet).first.map { (session, $0) }
        }
        .first { $0.1.upperBound - $0.1.lowerBound >= .seconds(10) }
        (session, span) = try #require(found, "seed \(seed)")
        self.fleet = fleet
        start = fleet.start(of: session)
    }

    static func spans(of session: SessionName, in fleet: Fleet) -> [Range<FleetDuration>] {
        fleet.source(of: session).simulation?.pauseSpans ?? []
    }

    var lane: LaneID { session.lane }
    var begin: FleetInstant { start + span.lowerBound }
    var end: FleetInstant { start + span.upperBound }
    var middle: FleetInstant {
        begin + FleetDuration(ticks: (end - begin).ticks / 100 * 50)
    }

    /// From just before the pause to just after it, with another lane.
    var stretch: FleetStretch {
        FleetStretch(
            fleet: fleet, lanes: [lane, lane.index == 0 ? 1 : 0].sorted(),
            opening: begin - .seconds(25), last: end + .seconds(45))
    }
}
