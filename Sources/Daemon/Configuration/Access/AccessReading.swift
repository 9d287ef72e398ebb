import CommandLine
import JSON
import Vocabulary
import WireProtocol

/// The rules of the setting `access`, read from a configuration file; or what is wrong with them.
struct AccessReading {
    private(set) var rules: [AccessRule] = []
    private(set) var faults: [PlacedFault] = []

    static let form = "a list of rules, such as [{group: \"coach\", read: [\"*\"]}]"

    private enum Key: String, CaseIterable {
        case user, uid, group, gid, daemon, read, kinds, control, write, observe
    }

    init(_ value: PlacedJSON) {
        guard case .array(let items) = value.content else {
            note(value, nil, give: Self.form)
            return
        }
        for item in items { read(item) }
    }

    private mutating func read(_ item: PlacedJSON) {
        guard case .object(let fields) = item.content else {
            return note(item, nil, give: "a rule, such as {group: \"coach\", read: [\"*\"]}")
        }
        var rule = AccessRule()
        var known = Set<Key>()
        for field in fields {
            // A misspelt key could make the rule one about everybody: it is no mere warning.
            guard let key = Key(rawValue: field.name) else {
                let names = Key.allCases.map(\.rawValue)
                say(
                    field.nameOffset, field.name, "there is no such key in a rule",
                    remedy: field.name.suggestion(from: names)
                        ?? "give any of \(names.joined(separator: ", "))")
                continue
            }
            known.insert(key)
            read(field.value, key, into: &rule)
        }
        checkSubjects(known, item)
        checkTruth(rule, item)
        rules.append(rule)
    }

    private mutating func read(_ value: PlacedJSON, _ key: Key, into rule: inout AccessRule) {
        switch key {
        case .user: if let name = name(value, key) { rule.user = .named(name) }
        case .uid: if let number = number(value, key) { rule.user = .numbered(number) }
        case .group: if let name = name(value, key) { rule.group = .named(name) }
        case .gid: if let number = number(value, key) { rule.group = .numbered(number) }
        case .daemon: if isDaemon(value) { rule.user = .daemon }
        case .read: rule.read = metrics(value)
        case .kinds: rule.kinds = kinds(value)
        case .control: rule.control = control(value)
        case .write: rule.write = dayMetrics(value)
        case .observe: rule.observes = flag(value, key)
        }
    }

    /// Of the keys that name a user, and of those that name a group, a rule has at most one.
    private mutating func checkSubjects(_ keys: Set<Key>, _ item: PlacedJSON) {
        for names in [[.user, .uid, .daemon], [.group, .gid]] as [[Key]] {
            let given = names.filter(keys.contains).map(\.rawValue)
            guard given.count > 1 else { continue }
            say(
                item.offset, nil, "a rule has \(given.joined(separator: " and "))",
                remedy: "keep one of them")
        }
    }

    private mutating func checkTruth(_ rule: AccessRule, _ item: PlacedJSON) {
        guard case .some(let kinds) = rule.kinds, kinds.contains(.truth),
            !rule.read.runs.contains(.heartRate)
        else { return }
        say(
            item.offset, "kinds", "the truth says the heart rate, which the rule does not let read",
            remedy: "give \(Metric.heartRate.name) in read, or leave truth out")
    }

    private mutating func say(
        _ offset: Int, _ key: String?, _ sentence: String, remedy: String
    ) {
        faults.append(
            PlacedFault(offset: offset, key: key, statement: .sentence(sentence), remedy: remedy))
    }

    /// Notes a value that is not allowed.
    private mutating func note(_ value: PlacedJSON, _ key: Key?, give form: String) {
        let domain = SettingDomain.access
        faults.append(
            PlacedFault(
                offset: value.offset, key: key?.rawValue,
                statement: .cannotBe(domain.shown(value.content)), remedy: "give \(form)"))
    }
}

/// The values of the keys; a wrong value is noted and read as nothing.
extension AccessReading {
    private mutating func name(_ value: PlacedJSON, _ key: Key) -> String? {
        if case .text(let name) = value.content, !name.isEmpty { return name }
        note(value, key, give: "a name in quotes")
        return nil
    }

    private mutating func number(_ value: PlacedJSON, _ key: Key) -> UInt32? {
        if case .number(let number) = value.content,
            let id = number.integer.flatMap({ UInt32(exactly: $0) }), id != .max
        {
            return id
        }
        note(value, key, give: "a whole number from 0 to \(UInt32.max - 1)")
        return nil
    }

    private mutating func flag(_ value: PlacedJSON, _ key: Key) -> Bool {
        if case .boolean(let flag) = value.content { return flag }
        note(value, key, give: "true or false")
        return false
    }

    /// A rule about all but the daemon's user cannot be written: `false` would leave a rule about
    /// everybody.
    private mutating func isDaemon(_ value: PlacedJSON) -> Bool {
        if case .boolean(true) = value.content { return true }
        note(value, .daemon, give: "true, or leave it out of a rule about everybody")
        return false
    }

    private mutating func control(_ value: PlacedJSON) -> Rights.Control {
        switch value.content {
        case .boolean(true): return .all
        case .boolean(false): return .none
        case .text("own"): return .own
        case _:
            note(value, .control, give: "true, false or \"own\"")
            return .none
        }
    }

    /// The texts of a list, or the one text that stands for `["*"]`; nil stands for all.
    private mutating func list<Element>(
        _ value: PlacedJSON, _ key: Key, of what: String, _ element: (String) -> Element?
    ) -> [Element]? {
        if case .text("*") = value.content { return nil }
        guard case .array(let items) = value.content else {
            note(value, key, give: "a list of \(what), or [\"*\"]")
            return []
        }
        var elements: [Element] = []
        var hasAll = false
        for item in items {
            guard case .text(let text) = item.content else {
                note(item, key, give: what)
                continue
            }
            if text == "*" {
                hasAll = true
            } else if let found = element(text) {
                elements.append(found)
            } else {
                note(item, key, give: "any of \(what), or \"*\" for all")
            }
        }
        return hasAll ? nil : elements
    }

    private mutating func metrics(_ value: PlacedJSON) -> NamedMetrics {
        let names = NamedMetrics.all.names.joined(separator: ", ")
        let found = list(value, .read, of: names) { text in
            let metric = (run: Metric(named: text), day: DayMetric(named: text))
            return metric.run == nil && metric.day == nil ? nil : metric
        }
        guard let found else { return .all }
        var metrics = NamedMetrics()
        metrics.runs = MetricSet(found.compactMap(\.run))
        metrics.days = DayMetricSet(found.compactMap(\.day))
        return metrics
    }

    private mutating func dayMetrics(_ value: PlacedJSON) -> DayMetricSet {
        let names = DayMetric.ofPeople.members.map(\.name).joined(separator: ", ")
        let found = list(value, .write, of: names) { text in
            DayMetric(named: text).flatMap { DayMetric.ofPeople.contains($0) ? $0 : nil }
        }
        return found.map { DayMetricSet($0) } ?? DayMetric.ofPeople
    }

    private mutating func kinds(_ value: PlacedJSON) -> AccessRule.Kinds {
        let names = LineKind.allCases.map(\.rawValue).joined(separator: ", ")
        let found = list(value, .kinds, of: names) { LineKind(rawValue: $0) }
        return found.map { .some(Set($0)) } ?? .all
    }
}
