import Vocabulary
import WireProtocol

/// One rule of the setting `access`, as it is written: whom it is about, and what it gives.
package struct AccessRule: Hashable, Sendable {
    enum User: Hashable, Sendable {
        case named(String)
        case numbered(UInt32)
        /// The user whose rights the daemon has.
        case daemon
    }

    enum Group: Hashable, Sendable {
        case named(String)
        case numbered(UInt32)
    }

    enum Kinds: Hashable, Sendable {
        /// All that the metrics to be read allow, but for the truth.
        case readable
        /// All that the metrics to be read allow.
        case all
        case some(Set<LineKind>)
    }

    /// The user of the rule; nil is any user.
    var user: User?
    /// The group of the rule; nil is any group.
    var group: Group?
    /// Metrics of runs and of days.
    var read = NamedMetrics()
    var kinds = Kinds.readable
    var control = Rights.Control.none
    var write: DayMetricSet = []
    var observes = false

    /// Every right, for whoever the rule is about.
    private static func full(_ user: User?, _ group: Group? = nil) -> AccessRule {
        var rule = AccessRule(user: user, group: group)
        (rule.read, rule.kinds, rule.control) = (.all, .all, .all)
        (rule.write, rule.observes) = (DayMetric.ofPeople, true)
        return rule
    }

    /// The rules if no others are set: the daemon's user and root may do everything, one group may
    /// command, and another may read.
    package static let usual: [AccessRule] = {
        var (commanding, reading) = (
            full(nil, .named("runway-control")), full(nil, .named("runway"))
        )
        commanding.write = []
        (reading.write, reading.control) = ([], .none)
        return [full(.daemon), full(.numbered(0)), commanding, reading]
    }()
}

extension AccessRule {
    /// What the rule gives.
    var rights: Rights {
        var sight = Sight(
            metrics: read.runs, dayMetrics: read.days,
            showsPhases: read.runs.contains(.heartRate), showsAdvisories: false)
        let kinds = lineKinds
        // A peer that is given the kind by name may know the phase without the heart rate.
        if kinds.contains(.phase) { sight.showsPhases = true }
        sight.showsAdvisories = kinds.contains(.advisory)
        return Rights(
            sight: sight, kinds: kinds, control: control, write: write, observes: observes)
    }

    private var lineKinds: Set<LineKind> {
        switch kinds {
        case .some(let kinds): kinds
        case .readable: Set(LineKind.allCases.filter(mayRead)).subtracting([.truth])
        case .all: Set(LineKind.allCases.filter(mayRead))
        }
    }

    /// Whether the metrics of the rule allow a kind that it does not name: phases are read from
    /// the heart rate, advisories from speed and distance.
    private func mayRead(_ kind: LineKind) -> Bool {
        switch kind {
        case .stat, .sample: !read.runs.isEmpty
        case .phase, .truth: read.runs.contains(.heartRate)
        case .advisory: read.runs.isSuperset(of: MetricSet([.speed, .distance]))
        case .event, .entry: !read.runs.isEmpty || !read.days.isEmpty
        }
    }
}

extension NamedMetrics {
    static let all: NamedMetrics = {
        var all = NamedMetrics()
        (all.runs, all.days) = (.all, .all)
        return all
    }()

    /// Each name once.
    var names: [String] {
        Sight(metrics: runs, dayMetrics: days, showsPhases: false, showsAdvisories: false)
            .metricNames
    }
}

/// The rule in the form of a configuration file.
extension AccessRule {
    var json5: String { "{\(fields.joined(separator: ", "))}" }

    private var fields: [String] {
        var fields: [String] = []
        switch user {
        case .named(let name): fields.append("user: \(SettingValue.text(name).json5)")
        case .numbered(let number): fields.append("uid: \(number)")
        case .daemon: fields.append("daemon: true")
        case nil: break
        }
        switch group {
        case .named(let name): fields.append("group: \(SettingValue.text(name).json5)")
        case .numbered(let number): fields.append("gid: \(number)")
        case nil: break
        }
        fields.append("read: \(Self.list(read == .all ? nil : read.names))")
        switch kinds {
        case .readable: break
        case .all: fields.append("kinds: \(Self.list(nil))")
        case .some(let kinds):
            let names = LineKind.allCases.filter(kinds.contains).map(\.rawValue)
            fields.append("kinds: \(Self.list(names))")
        }
        return fields + rest
    }

    private var rest: [String] {
        var fields: [String] = []
        switch control {
        case .none: break
        case .own: fields.append("control: \"own\"")
        case .all: fields.append("control: true")
        }
        if !write.isEmpty {
            let names = write == DayMetric.ofPeople ? nil : write.members.map(\.name)
            fields.append("write: \(Self.list(names))")
        }
        if observes { fields.append("observe: true") }
        return fields
    }

    /// - Parameter names: nil for all.
    private static func list(_ names: [String]?) -> String {
        SettingValue.texts(names ?? ["*"]).json5
    }
}
