/// A setting of the daemon, by its name in the configuration file.
package enum SettingKey: String, CaseIterable, Sendable {
    case socket
    case state
    case sessions
    case seed
    case epoch
    case rate = "rate_hz"
    case device
    case faults
    case replay
    case restingHeartRate = "resting_heart_rate_bpm"
    case maximalHeartRate = "maximal_heart_rate_bpm"
    case shard
    case speed
    case logLevel = "log_level"
    case clients = "limits.clients"
    case outboxLines = "limits.outbox_lines"
    case outboxBytes = "limits.outbox_bytes"
    case waitingBytes = "limits.waiting_bytes"
    case windowBytes = "limits.window_bytes"
    case historySamples = "limits.history_samples"

    /// The object that it lies in, `limits`; nil at the top level.
    var group: String? {
        let parts = rawValue.split(separator: ".")
        return parts.count == 2 ? String(parts[0]) : nil
    }

    /// Its name within that object: `clients`.
    var name: String { rawValue.split(separator: ".").last.map(String.init) ?? rawValue }

    /// The variable of the environment: `RUNWAY_LIMITS_CLIENTS`.
    package var variable: String {
        "RUNWAY_" + rawValue.uppercased().split(separator: ".").joined(separator: "_")
    }
}
