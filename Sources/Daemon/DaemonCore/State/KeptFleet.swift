import ChannelPipeline
import Configuration
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
            region: fleet.grounds.regionText ?? Self.none, route: Self.routes(fleet.grounds),
            athletes: fleet.roster.contentHash ?? Self.none, shard: fleet.shard,
            schedule: fleet.restsBetweenRuns ? "days" : Self.usualSchedule,
            timeZone: fleet.dayCalendar.zoneName ?? Self.noZone,
            pauses: !fleet.equipment.lacksPauseButton)
    }

    private static let none = "none"

    private static func faults(_ script: FaultScript) -> String {
        guard !script.isEmpty else { return none }
        var hasher = IdentityHasher()
        hasher.combine("faults", script.identityText)
        return "\(hasher.finalize())"
    }

    private static func routes(_ grounds: Grounds) -> String {
        guard let text = grounds.routesText else { return none }
        var hasher = IdentityHasher()
        hasher.combine("routes", text)
        return "\(hasher.finalize())"
    }

    private static func recordings(_ recordings: [Recording]) -> String {
        guard !recordings.isEmpty else { return none }
        var hasher = IdentityHasher()
        for recording in recordings { hasher.combine("recording", recording.contentHash) }
        return "\(recordings.count) \(hasher.finalize())"
    }
}

/// Which settings to give or to leave out so that a daemon flies the fleet in its state directory.
///
/// Seed and epoch come from the directory if they are not given, and so does every setting that it
/// keeps; a setting that it does not keep is as given, or else its default.
struct KeptFleetRemedy {
    let differences: [StoredDifference]
    let settings: ChosenSettings
    /// The settings that the directory keeps; nil if an earlier daemon made it.
    var kept: KeptSettings?

    private enum Step: Equatable {
        case leaveOut(String)
        case give(String)
    }

    /// The fact that has two settings instead of one.
    private static let limits = "heart_rate_limits_bpm"
    /// How a fleet has neither faults nor recordings.
    private static let none = "none"

    /// The remedy without a full stop, for a sentence that goes on with "or": `leave out seed (flag
    /// --seed) and give --rate 5`. Nil if no settings let the daemon fly the kept fleet, for
    /// example if the directory is damaged and holds an impossible value.
    var words: String? {
        let found = differences.map(steps)
        guard !found.contains(nil) else { return nil }
        let steps = found.flatMap { $0 ?? [] }
        let left = steps.compactMap { if case .leaveOut(let text) = $0 { text } else { nil } }
        let given = steps.compactMap { if case .give(let text) = $0 { text } else { nil } }
        let words = [("leave out", left), ("give", given)].filter { !$0.1.isEmpty }
            .map { "\($0) \($1.joined(separator: " and "))" }
        return words.isEmpty ? nil : words.joined(separator: " and ")
    }

    private func steps(for difference: StoredDifference) -> [Step]? {
        if difference.name == Self.limits { return heartRateSteps(difference.stored) }
        return SettingKey(rawValue: difference.name)
            .flatMap { step(for: $0, difference.stored) }.map { [$0] }
    }

    private func step(for key: SettingKey, _ stored: String) -> Step? {
        if isUnsaid(key, stored), let origin = settings[key]?.origin {
            return .leaveOut("\(key.rawValue) (\(origin))")
        }
        let row = SettingTable.row(key)
        guard Self.isOfFiles(key) || row.takes(stored) else { return nil }
        let value = Self.isOfFiles(key) ? "as at its first start" : stored
        return .give(row.flagForm?.words(for: value) ?? "\(key.rawValue) \(value)")
    }

    /// Whether the setting has the stored value if it is left out.
    private func isUnsaid(_ key: SettingKey, _ stored: String) -> Bool {
        if kept?.values[key.rawValue] != nil, settings.isSet(key) { return true }
        if Self.isOfFiles(key) || [.timeZone, .region].contains(key) { return stored == Self.none }
        return [.seed, .epoch].contains(key) || stored == SettingTable.row(key).default.shown
    }

    /// Whether the directory has only a hash of what the setting names.
    private static func isOfFiles(_ key: SettingKey) -> Bool {
        [.faults, .route, .athletes, .replay].contains(key)
    }

    /// Without recordings there is nobody whose limits they are.
    private func heartRateSteps(_ stored: String) -> [Step]? {
        let values = stored.split(separator: " ").compactMap { Int64($0) }
        let steps = zip([SettingKey.restingHeartRate, .maximalHeartRate], values)
            .filter { settings.integer($0) != $1 }
            .map { step(for: $0, "\($1)") }
        return steps.contains(nil) ? nil : steps.compactMap(\.self)
    }
}
