import ChannelPipeline
import Configuration
import Simulation
import Vocabulary
import WireProtocol

/// How a fleet came to its seed and epoch, as far as known, for refusals of other fleets' anchors.
struct FleetBeginnings: Hashable, Sendable {
    /// Which of seed and epoch were not given.
    var found: [SettingKey] = []
    /// Whether a state directory keeps the fleet.
    var isKept = false

    /// The beginnings of a fleet whose seed and epoch are given.
    init() {}

    init(_ options: DaemonOptions) {
        found = [.seed, .epoch].filter { !options.settings.isSet($0) }
        isKept = options.state != nil
    }
}

/// Why an anchor is of another fleet, as far as can be known: the anchor has only a hash of what
/// decides the fleet's lines.
final class ForeignAnchors {
    private let fleet: Fleet
    private let beginnings: FleetBeginnings
    /// What fleets have that differ from this one in a setting or two, by their identities. Most
    /// fleets are never asked.
    private lazy var kin = Self.kin(of: fleet)

    init(_ fleet: Fleet, _ beginnings: FleetBeginnings) {
        self.fleet = fleet
        self.beginnings = beginnings
    }

    func refusal(of anchor: Anchor) -> WireError {
        WireError(
            .anchorForeign,
            reason: "It was made by fleet \(anchor.identity); this one is \(fleet.identity)"
                + "\(difference(from: anchor.identity))",
            suggestion: "Start over with \"after\":\"start\", or \(remedy).", field: "after")
    }

    private func difference(from other: IdentityHash) -> String {
        if let words = kin[other] {
            return ", of the same seed and epoch: that one has \(words)."
        }
        guard !beginnings.isKept, !beginnings.found.isEmpty else {
            return ", with another seed, epoch or setting, or of another version."
        }
        let names = beginnings.found.map(\.rawValue).joined(separator: " and ")
        let verb = beginnings.found.count == 1 ? "is" : "are"
        return ". The \(names) of this one \(verb) new at each start of its daemon: with --state "
            + "DIR, runwayd keeps them, and anchors last."
    }

    private var remedy: String {
        beginnings.isKept
            ? "run a daemon with the state directory of that fleet"
            : "run the daemon with --state DIR, or with the same seed, epoch, rate, device, "
                + "pauses, faults, region, routes, recordings, schedule and time zone at each start"
    }

    /// Fleets of the same seed and epoch that lack recordings; some dozens.
    private static func kin(of fleet: Fleet) -> [IdentityHash: String] {
        guard fleet.recordings.isEmpty else { return [:] }
        let own = fleet.equipment.faults
        let scripts = own.isEmpty ? [own] : [own, FaultScript()]
        var kin: [IdentityHash: String] = [:]
        for rate in SampleRate.allowed.compactMap(SampleRate.init(hertz:)) {
            for equipment in equipments(scripts) {
                let other = Fleet(
                    seed: fleet.seed, epoch: fleet.epoch, rate: rate, schedule: fleet.schedule,
                    simulatedLanes: 0, equipment: equipment, grounds: fleet.grounds)
                kin[other.identity] = words(for: other, beside: fleet)
            }
        }
        kin[fleet.identity] = nil
        return kin
    }

    /// All that fleets with one of these scripts can wear.
    private static func equipments(_ scripts: [FaultScript]) -> [Equipment] {
        Equipment.Device.allCases.flatMap { device in
            scripts.flatMap { faults in
                [true, false].map { button in
                    Equipment(device: device, faults: faults, hasPauseButton: button)
                }
            }
        }
    }

    private static func words(for other: Fleet, beside fleet: Fleet) -> String {
        let (device, own) = (other.equipment.device.rawValue, fleet.equipment.device.rawValue)
        return [
            other.rate.hertz == fleet.rate.hertz
                ? nil : "rate_hz \(other.rate.hertz), not \(fleet.rate.hertz)",
            device == own ? nil : "device \(device), not \(own)",
            pauses(other.equipment, beside: fleet.equipment),
            other.equipment.faults.isEmpty == fleet.equipment.faults.isEmpty ? nil : "no faults",
        ].compactMap(\.self).joined(separator: ", and ")
    }

    private static func pauses(_ other: Equipment, beside own: Equipment) -> String? {
        guard other.lacksPauseButton != own.lacksPauseButton else { return nil }
        return other.lacksPauseButton ? "no pauses" : "pauses"
    }
}
