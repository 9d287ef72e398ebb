import CommandLine
import JSON

/// The values that a configuration file sets, checked against the table of settings.
struct FileReading {
    private(set) var choices: [SettingKey: ChosenSettings.Choice] = [:]
    private(set) var findings: [SettingFinding] = []
    private let file: ConfigurationFile

    private static let groups = Set(SettingKey.allCases.compactMap(\.group))

    init(_ file: ConfigurationFile) {
        self.file = file
        if let fault = file.fault {
            note(file.origin(fault.place), nil, .sentence(fault.reason), remedy: fault.suggestion)
        }
        for field in file.fields { read(field, in: nil) }
    }

    private mutating func read(_ field: PlacedJSON.Field, in group: String?) {
        let name = (group.map { "\($0)." } ?? "") + field.name
        if group == nil, Self.groups.contains(name) {
            readGroup(field)
        } else if let key = SettingKey(rawValue: name), key.group == group {
            read(field.value, of: SettingTable.row(key))
        } else {
            noteUnknown(field, name, in: group)
        }
    }

    private mutating func readGroup(_ field: PlacedJSON.Field) {
        guard case .object(let fields) = field.value.content else {
            let names = SettingKey.allCases.filter { $0.group == field.name }.map(\.name)
            return note(
                file.origin(field.value.offset), field.name,
                .cannotBe(SettingDomain.paths().shown(field.value.content)),
                remedy: "give an object with any of " + names.joined(separator: ", "))
        }
        for inner in fields { read(inner, in: field.name) }
    }

    private mutating func read(_ value: PlacedJSON, of row: Setting) {
        let faults = Self.faults(of: value, row.domain)
        noteFaults(faults, row.key)
        guard let read = row.domain.value(of: value) else {
            guard faults.isEmpty else { return }
            let culprit = Self.culprit(in: value, row.domain)
            return note(
                file.origin(culprit.offset), row.key.rawValue,
                .cannotBe(row.domain.shown(culprit.content)),
                remedy: "give \(row.domain.allowed)")
        }
        choices[row.key] = ChosenSettings.Choice(
            value: read.located(row.domain, file.located), origin: file.origin(value.offset),
            itemOrigins: Self.items(of: value).map { file.origin($0.offset) })
    }

    /// What is wrong within a list of rules or athletes.
    private static func faults(of value: PlacedJSON, _ domain: SettingDomain) -> [PlacedFault] {
        if case .access = domain { return AccessReading(value).faults }
        guard case .athletes = domain else { return [] }
        return AthleteReading(of: items(of: value)).faults
    }

    private mutating func noteFaults(_ faults: [PlacedFault], _ key: SettingKey) {
        for fault in faults {
            let name = fault.key.map { "\(key.rawValue).\($0)" } ?? key.rawValue
            note(file.origin(fault.offset), name, fault.statement, remedy: fault.remedy)
        }
    }

    private static func items(of value: PlacedJSON) -> [PlacedJSON] {
        guard case .array(let items) = value.content else { return [] }
        return items
    }

    /// The wrong element where a list is expected, else the value itself.
    private static func culprit(in value: PlacedJSON, _ domain: SettingDomain) -> PlacedJSON {
        guard case .paths = domain else { return value }
        return items(of: value).first { $0.path == nil } ?? value
    }

    private mutating func note(
        _ origin: SettingOrigin, _ name: String?, _ statement: SettingFinding.Statement,
        remedy: String,
        isWarning: Bool = false
    ) {
        findings.append(
            SettingFinding(
                origin, name, statement, remedy: remedy, isWarning: isWarning))
    }

    private mutating func noteUnknown(
        _ field: PlacedJSON.Field, _ name: String, in group: String?
    ) {
        note(
            file.origin(field.nameOffset), name, .sentence("there is no such key"),
            remedy: KeySuggestion.remedy(for: field.name, in: group), isWarning: true)
    }
}

/// The remedy for a key that does not exist.
private enum KeySuggestion {
    /// - Parameter group: the object that the name stands in; nil at the top level.
    static func remedy(for name: String, in group: String?) -> String {
        let known = SettingKey.allCases
        let groups = group == nil ? Set(known.compactMap(\.group)).sorted() : []
        let names = known.filter { $0.group == group }.map(\.name) + groups
        if let suggestion = name.suggestion(from: names) { return suggestion }
        if let elsewhere = known.first(where: { $0.group != group && $0.name == name.bare }) {
            return
                "\(elsewhere.name) belongs \(elsewhere.group.map { "into \($0)" } ?? "to the top")"
        }
        return "give any of " + names.joined(separator: ", ")
    }
}
