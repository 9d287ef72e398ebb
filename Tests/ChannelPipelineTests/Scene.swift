import ChannelPipeline
import Simulation
import Vocabulary

/// Some lanes of a fleet over a stretch of time.
struct Scene {
    let fleet: Fleet
    var lanes: [Int]
    /// Before the beginning of a session of at least two of the lanes.
    let opening: FleetInstant
    let last: FleetInstant

    /// Two recordings from their start beyond their landing, and two simulated lanes.
    static func recordings(seed: UInt64, rows: Int = 90) throws(RecordingError) -> Scene {
        let fleet = try Hangar.mixed(seed: seed, rows: rows)
        let courses = [
            Course(seed: seed, rows: rows), Course(seed: seed + 1000, rows: rows * 2 / 3),
        ]
        let longest = courses.map(\.end).max() ?? 0
        return Scene(
            fleet: fleet, lanes: [0, 1, 13, 34], opening: Hangar.epoch - .seconds(1),
            last: Hangar.epoch + FleetDuration(ticks: longest + 130))
    }

    /// Two simulated lanes that end one session and begin the next, a mission.
    static func laps() -> Scene {
        Scene(
            fleet: Hangar.simulated(seed: Hangar.missionSeed(lane: 34)), lanes: [0, 34],
            opening: Hangar.epoch - .seconds(70), last: Hangar.epoch + .seconds(160))
    }

    func offline(_ shape: ChannelShape) -> OfflineLines {
        OfflineLines(of: lanes, in: fleet, shape, after: opening, through: last)
    }
}
