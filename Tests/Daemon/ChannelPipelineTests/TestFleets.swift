import ChannelPipeline
import Simulation
import TestSupport
import Vocabulary
import WireProtocol

/// Fleets for tests.
enum TestFleets {
    /// 2026-11-20T06:00:00Z.
    static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)

    /// Lanes whose lap 0 is young at the epoch: it began 0, 55, 143 and 379 s before.
    static let youngLanes: [LaneID] = [0, 34, 13, 5].sorted()

    static func simulated(
        seed: UInt64 = 42, lanes: Int = 100, rate: SampleRate = .oneHertz, pauses: Bool = true
    ) -> Fleet {
        Fleet(
            seed: seed, epoch: epoch, rate: rate, simulatedLanes: lanes,
            equipment: Equipment(hasPauseButton: pauses))
    }

    /// Two recordings, as lanes 0 and 1, before simulated lanes.
    static func mixed(
        seed: UInt64, rows: Int = 90, lanes: Int = 38
    ) throws(RecordingError) -> Fleet {
        Fleet(
            seed: seed, epoch: epoch, simulatedLanes: lanes,
            recordings: [
                try ReferenceRecording(seed: seed, rows: rows).recording(),
                try ReferenceRecording(seed: seed + 1000, rows: rows * 2 / 3, from: 777)
                    .recording(),
            ])
    }

    /// The first seed from 1 on with which a lane flies a mission in a lap.
    static func missionSeed(lane: LaneID, lap: Int = 0) -> UInt64 {
        var seed: UInt64 = 1
        while SimulatedRun(seed: seed, lane: lane, lap: lap, rate: .oneHertz).plan.mission == nil {
            seed += 1
        }
        return seed
    }
}
