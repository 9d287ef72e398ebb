import CommandLine

/// One row of the table of settings.
package struct Setting: Sendable {
    /// The value of a setting if nothing sets it.
    package enum Default: Sendable {
        case value(SettingValue)
        /// Nothing, or what the daemon finds or draws at its start, in words.
        case found(String)

        package var shown: String {
            switch self {
            case .value(let value): value.shown
            case .found(let words): words
            }
        }
    }

    /// The flag's name, what its value is called, and whether it may be given several times.
    package struct FlagForm: Sendable {
        package let name: String
        /// Nil for a flag that is given alone.
        var value: String?
        var isRepeatable = false
        /// What a flag that is given alone sets, and its help without a full stop.
        var alone: (text: String, help: String)?

        /// How the flag is written for a value of the setting; nil if it cannot say it.
        package func words(for text: String) -> String? {
            guard let alone else { return "\(name) \(text)" }
            return alone.text == text ? name : nil
        }
    }

    package let key: SettingKey
    let domain: SettingDomain
    package let `default`: Default
    /// The value that the shipped file shows in a comment if ``default`` has none.
    let example: SettingValue
    /// Without a full stop.
    let summary: String
    let unit: String?
    /// Further sentences of the shipped file.
    let remark: String?
    package let flagForm: FlagForm?

    init(
        _ key: SettingKey, _ domain: SettingDomain, default: Default,
        example: SettingValue, unit: String? = nil, flag: FlagForm? = nil, _ summary: String,
        remark: String? = nil
    ) {
        self.key = key
        self.domain = domain
        self.default = `default`
        self.example = example
        self.summary = summary
        self.unit = unit
        self.remark = remark
        flagForm = flag
    }

    /// Whether a text can be the setting's value.
    package func takes(_ text: String) -> Bool { domain.value(of: text) != nil }

    /// What it is, in which unit, and what is allowed: `Samples a second, in Hz: one of 1, 2`.
    var meaning: String { "\(summary)\(unit.map { ", in \($0)" } ?? ""): \(domain.allowed)" }

    /// The default, where else it is set, and the remark.
    var details: String {
        let flag = flagForm.map { "Flag: \($0.name). " } ?? ""
        let remark = remark.map { " \($0)" } ?? ""
        let variable = key.variable.map { "Environment: \($0)." } ?? "Only a file sets it."
        return "Default: \(`default`.shown). \(flag)\(variable)\(remark)"
    }

    /// All that the manual says of it.
    var manual: String { "\(meaning). \(details)" }

    /// - Parameter words: the default of a program in which it is not ``default``; else nil.
    func flag(default words: String?) -> Flag? {
        flagForm.map {
            Flag(
                $0.name, value: $0.value, of: $0.value.flatMap { _ in domain.words },
                repeatable: $0.isRepeatable, help(of: $0, default: words))
        }
    }

    private func help(of form: FlagForm, default words: String?) -> String {
        if let alone = form.alone { return "\(alone.help)." }
        let meaning = form.isRepeatable ? "\(summary) (repeatable)" : meaning
        return switch `default` {
        case .value(.texts): "\(meaning)."
        case .value, .found: "\(meaning) (default: \(words ?? `default`.shown))."
        }
    }
}

/// A setting of the daemon, by its name in the configuration file.
package enum SettingKey: String, CaseIterable, Sendable {
    case socket
    case state
    case sessions
    case seed
    case epoch
    case schedule
    case timeZone = "time_zone"
    case rate = "rate_hz"
    case device
    case pauses
    case faults
    case region
    case route
    case athletes
    case replay
    case restingHeartRate = "resting_heart_rate_bpm"
    case maximalHeartRate = "maximal_heart_rate_bpm"
    case shard
    case speed
    case logLevel = "log_level"
    case access
    case clients = "limits.clients"
    case userClients = "limits.user_clients"
    case userSubscriptions = "limits.user_subscriptions"
    case userRequests = "limits.user_requests"
    case userReplayLines = "limits.user_replay_lines"
    case userStarts = "limits.user_starts"
    case outboxLines = "limits.outbox_lines"
    case outboxBytes = "limits.outbox_bytes"
    case waitingBytes = "limits.waiting_bytes"
    case windowBytes = "limits.window_bytes"
    case historySamples = "limits.history_samples"
    case processorPercent = "limits.processor_percent"
    case catchUpThreads = "limits.catch_up_threads"

    /// The object in which the setting lies, `limits`; nil at the top level.
    var group: String? {
        let parts = rawValue.split(separator: ".")
        return parts.count == 2 ? String(parts[0]) : nil
    }

    /// The setting's name within its group: `clients`.
    var name: String { rawValue.split(separator: ".").last.map(String.init) ?? rawValue }

    /// The variable of the environment: `RUNWAY_LIMITS_CLIENTS`; nil if only a file can set it.
    package var variable: String? {
        guard self != .access else { return nil }
        return "RUNWAY_" + rawValue.uppercased().split(separator: ".").joined(separator: "_")
    }
}
