import ChannelPipeline
import Simulation
import StateFiles
import Vocabulary
import WireProtocol

extension StoredFleet {
    init(_ fleet: Fleet) {
        let limits = fleet.recordingLimits
        self.init(
            identity: "\(fleet.identity)", model: ModelVersion.current,
            encoding: EncodingVersion.current, seed: fleet.seed, epoch: fleet.epoch,
            rate: fleet.rate.hertz, device: fleet.equipment.device.rawValue,
            faults: Self.faults(fleet.equipment.faults),
            recordings: Self.recordings(fleet.recordings),
            heartRateLimits: fleet.recordings.isEmpty
                ? Self.none : "\(limits.resting) \(limits.maximal)",
            shard: fleet.shard)
    }

    private static let none = "none"

    private static func faults(_ script: FaultScript) -> String {
        guard !script.isEmpty else { return none }
        var hasher = IdentityHasher()
        hasher.combine("faults", script.identityText)
        return "\(hasher.finalize())"
    }

    private static func recordings(_ recordings: [Recording]) -> String {
        guard !recordings.isEmpty else { return none }
        var hasher = IdentityHasher()
        for recording in recordings { hasher.combine("recording", recording.contentHash) }
        return "\(recordings.count) \(hasher.finalize())"
    }
}
