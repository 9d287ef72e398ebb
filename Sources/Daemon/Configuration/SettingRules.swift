import CommandLine
import LinuxIO
import PlainText
import Vocabulary

/// The rules between settings, and other rules that no ``SettingDomain`` states.
enum SettingRules {
    /// What breaks a rule. A rule about a setting that is wrong by itself is not checked.
    static func findings(in settings: ChosenSettings) -> [SettingFinding] {
        let wrong = Set(settings.findings.compactMap(\.name))
        func holds(_ keys: SettingKey...) -> Bool { !keys.contains { wrong.contains($0.rawValue) } }
        return [
            holds(.socket) ? socket(settings) : nil,
            holds(.sessions, .replay) ? nothingFlies(settings) : nil,
            holds(.sessions, .replay, .shard) ? emptyShard(settings) : nil,
            holds(.restingHeartRate, .maximalHeartRate) ? heartRates(settings) : nil,
            holds(.outboxBytes, .waitingBytes) ? waitingBytes(settings) : nil,
        ].compactMap { $0 }
    }

    private static func socket(_ settings: ChosenSettings) -> SettingFinding? {
        do throws(SocketPathFailure) {
            _ = try SocketPath(settings.text(.socket))
            return nil
        } catch {
            return finding(settings, [.socket], text(of: error), remedy: "choose a shorter one")
        }
    }

    // An empty path, or one with a zero byte, has been refused before.
    private static func text(of failure: SocketPathFailure) -> String {
        switch failure {
        case .empty, .zeroByte: "\(failure)"
        case .tooLong(let path, let bytes):
            "the socket path is \(bytes) bytes long and the system allows "
                + "\(SocketPath.byteLimit): \(path)"
        }
    }

    private static func nothingFlies(_ settings: ChosenSettings) -> SettingFinding? {
        guard settings.integer(.sessions) == 0, settings.texts(.replay).isEmpty else { return nil }
        let keys: [SettingKey] = [.sessions, .replay]
        return finding(
            settings, keys, "nothing would fly",
            remedy: origin(settings, keys).code == .configuration
                ? "give sessions of 1 or more, or a recording in replay"
                : "give --sessions 1 or more, or --replay FILE")
    }

    /// Refuses a shard without a lane of a fleet that has lanes.
    private static func emptyShard(_ settings: ChosenSettings) -> SettingFinding? {
        let (recordings, shard) = (settings.texts(.replay).count, settings.shard)
        let lanes = Int(settings.integer(.sessions)) + recordings
        guard lanes > 0, shard.laneCount(of: lanes) == 0 else { return nil }
        return finding(
            settings, [.shard, .sessions],
            "nothing would fly: none of \(lanes.counted("lane")) lies in shard \(shard)",
            remedy: "give a shard of at most \(lanes), or more sessions")
    }

    private static func heartRates(_ settings: ChosenSettings) -> SettingFinding? {
        let (resting, maximal) = (
            settings.integer(.restingHeartRate), settings.integer(.maximalHeartRate)
        )
        guard resting >= maximal else { return nil }
        return finding(
            settings, [.restingHeartRate, .maximalHeartRate],
            "the resting heart rate \(resting) is not below the maximal \(maximal)",
            remedy: "give a lower one, or a higher maximal heart rate")
    }

    private static func waitingBytes(_ settings: ChosenSettings) -> SettingFinding? {
        let (outbox, waiting) = (settings.integer(.outboxBytes), settings.integer(.waitingBytes))
        guard outbox > waiting else { return nil }
        return finding(
            settings, [.outboxBytes, .waitingBytes],
            "what waits for one connection, \(outbox) bytes, is more than what waits for all, "
                + "\(waiting)",
            remedy: "give fewer limits.outbox_bytes, or more limits.waiting_bytes")
    }

    private static func origin(
        _ settings: ChosenSettings, _ keys: [SettingKey]
    ) -> SettingOrigin {
        SettingOrigin.toName(among: keys.compactMap { settings[$0]?.origin })
    }

    /// A finding about the first of the settings whose origin is the one to name.
    private static func finding(
        _ settings: ChosenSettings, _ keys: [SettingKey], _ sentence: String, remedy: String
    ) -> SettingFinding {
        let origin = origin(settings, keys)
        let key = keys.first { settings[$0]?.origin == origin }
        return SettingFinding(origin, key?.rawValue, .sentence(sentence), remedy: remedy)
    }
}
