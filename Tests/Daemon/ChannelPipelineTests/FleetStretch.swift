import ChannelPipeline
import Simulation
import TestSupport
import Vocabulary

/// Some lanes of a fleet over a stretch of time.
struct FleetStretch {
    let fleet: Fleet
    var lanes: [LaneID]
    /// Before the beginning of a session of at least two of the lanes.
    let opening: FleetInstant
    let last: FleetInstant

    /// Two recordings from their start beyond their landing, and two simulated lanes.
    static func recordings(seed: UInt64, rows: Int = 90) throws(RecordingError) -> FleetStretch {
        let fleet = try TestFleets.mixed(seed: seed, rows: rows)
        let courses = [
            ReferenceRecording(seed: seed, rows: rows),
            ReferenceRecording(seed: seed + 1000, rows: rows * 2 / 3),
        ]
        let longest = courses.map(\.end).max() ?? 0
        return FleetStretch(
            fleet: fleet, lanes: [0, 1, 13, 34], opening: TestFleets.epoch - .seconds(1),
            last: TestFleets.epoch + FleetDuration(ticks: longest + 130))
    }

    /// Two simulated lanes that end one session and begin the next, a mission.
    static func laps() -> FleetStretch {
        FleetStretch(
            fleet: TestFleets.simulated(seed: TestFleets.missionSeed(lane: 34)), lanes: [0, 34],
            opening: TestFleets.epoch - .seconds(70), last: TestFleets.epoch + .seconds(160))
    }

    /// Two simulated lanes that run one route over hills, each from a minute of its lap on.
    static func route(seed: UInt64) -> FleetStretch {
        let hills = (0...80).map { step in
            RoutePoint(
                latitude: 46 + 0.0003 * Double(step), longitude: 9 + 0.0001 * Double(step % 7),
                altitude: 40 + 5 * Double(step % 11))
        }
        let fleet = Fleet(
            seed: seed, epoch: TestFleets.epoch, simulatedLanes: 100,
            grounds: Grounds(route: RouteTrack(hills)))
        return FleetStretch(
            fleet: fleet, lanes: [0, 34], opening: TestFleets.epoch - .seconds(70),
            last: TestFleets.epoch + .seconds(400))
    }

    func offline(_ shape: ChannelShape) -> OfflineLines {
        OfflineLines(of: lanes, in: fleet, shape, after: opening, through: last)
    }
}
