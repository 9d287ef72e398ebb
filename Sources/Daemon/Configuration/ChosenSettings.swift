import CommandLine
import PlainText

/// The value of every setting with its origin: flags outrank the environment, which outranks the
/// configuration file, which outranks the defaults.
///
/// A value that is outranked is checked all the same. Pure: the environment is a dictionary, the
/// configuration file has been read before, and the files that it names are not read.
package struct ChosenSettings: Sendable {
    package struct Choice: Hashable, Sendable {
        package let value: SettingValue
        package let origin: SettingOrigin
        /// The origin of each element of a list in the file; else empty.
        var itemOrigins: [SettingOrigin] = []
    }

    /// What is wrong, in the order of the file, then of the table.
    package private(set) var findings: [SettingFinding] = []
    /// The path of the configuration file; nil if no file was named.
    package let filePath: String?
    private var choices: [SettingKey: Choice] = [:]
    /// How many of the findings, the last ones, are about rules between settings.
    private var ruleFindings = 0

    /// - Parameters:
    ///   - environment: the variables of ``SettingKey/variable``, `XDG_RUNTIME_DIR` and
    ///     `STATE_DIRECTORY`; an empty one is not set.
    ///   - dropIns: files read after `file`; each replaces what the files before it have set.
    package init(
        flags: ParsedFlags, environment: [String: String] = [:], file: ConfigurationFile? = nil,
        dropIns: [ConfigurationFile] = []
    ) {
        filePath = file?.path
        if let file { for file in [file] + dropIns { read(file) } }
        let variables = environment.filter { !$0.value.isEmpty }
        for row in SettingTable.rows { read(variables, row) }
        for row in SettingTable.rows { read(flags, row) }
        fillInDefaults(runtimeDirectory: variables["XDG_RUNTIME_DIR"])
        fillInDefaultState(variables["STATE_DIRECTORY"])
        checkRules()
    }

    private mutating func checkRules() {
        findings.removeLast(ruleFindings)
        let broken = SettingRules.findings(in: self)
        findings += broken
        ruleFindings = broken.count
    }

    /// The choice for a setting; nil if the daemon finds or draws the value at its start.
    package subscript(key: SettingKey) -> Choice? { choices[key] }

    private mutating func read(_ file: ConfigurationFile) {
        let reading = FileReading(file)
        findings += reading.findings
        choices.merge(reading.choices) { $1 }
    }

    private mutating func read(_ variables: [String: String], _ row: Setting) {
        guard let name = row.key.variable, let text = variables[name] else { return }
        choose(row.domain.value(of: text), row, .variable(name), shown: text)
    }

    private mutating func read(_ flags: ParsedFlags, _ row: Setting) {
        guard let form = row.flagForm else { return }
        let origin = SettingOrigin.flag(form.name)
        if form.isRepeatable, flags.has(form.name) {
            choices[row.key] = Choice(value: .texts(flags.all(form.name)), origin: origin)
        } else if let text = flags[form.name] {
            choose(row.domain.value(of: form.alone?.text ?? text), row, origin, shown: text)
        }
    }

    private mutating func choose(
        _ value: SettingValue?, _ row: Setting, _ origin: SettingOrigin, shown text: String
    ) {
        choices[row.key] = value.map { Choice(value: $0, origin: origin) }
        guard value == nil else { return }
        findings.append(
            SettingFinding(
                origin, row.key.rawValue, .cannotBe(text.quoted),
                remedy: "give \(row.domain.allowed)"))
    }

    private mutating func fillInDefaults(runtimeDirectory: String?) {
        for row in SettingTable.rows where choices[row.key] == nil {
            guard case .value(let value) = row.default else { continue }
            choices[row.key] = Choice(value: value, origin: .default())
        }
        if choices[.sessions] == nil {
            let number = texts(.replay).isEmpty ? SettingTable.defaultSessions : 0
            choices[.sessions] = Choice(value: .integer(number), origin: .default())
        }
        if choices[.socket] == nil {
            choices[.socket] = Self.defaultSocket(runtimeDirectory: runtimeDirectory)
        }
    }

    /// Fills in the first folder of `STATE_DIRECTORY`: a service manager that gives several puts
    /// colons between them.
    private mutating func fillInDefaultState(_ directories: String?) {
        guard choices[.state] == nil, let path = directories?.split(separator: ":").first else {
            return
        }
        choices[.state] = Choice(
            value: .text(String(path)), origin: .default(note: "from STATE_DIRECTORY"))
    }

    private static func defaultSocket(runtimeDirectory: String?) -> Choice {
        let path = SocketLocation(flag: nil, variable: nil, runtimeDirectory: runtimeDirectory)
            .listening
        let note = path == SocketLocation.system ? nil : "from XDG_RUNTIME_DIR"
        return Choice(value: .text(path), origin: .default(note: note))
    }
}

/// What a state directory keeps of the settings.
extension ChosenSettings {
    /// These settings; a setting that describes the fleet and is not set is as a state directory
    /// keeps it.
    ///
    /// - Parameter kept: by name, as ``describingFleet(from:)`` returns them. Names that are
    ///   unknown are passed over: a later daemon may have kept them.
    package func keeping(_ kept: [String: [String]], in folder: String) -> ChosenSettings {
        var settings = self
        let wrong = Set(findings.compactMap(\.name))
        for key in SettingKey.ofFleet where !isSet(key) && !wrong.contains(key.rawValue) {
            guard let texts = kept[key.rawValue] else { continue }
            settings.keep(texts, SettingTable.row(key), .kept(folder))
        }
        settings.checkRules()
        return settings
    }

    private mutating func keep(_ texts: [String], _ row: Setting, _ origin: SettingOrigin) {
        if case .paths = row.domain {
            choices[row.key] = Choice(value: .texts(texts), origin: origin)
        } else if case .athletes = row.domain, let text = texts.first, text.first == "[" {
            guard let athletes = AthleteReading.kept(text) else {
                return findings.append(
                    SettingFinding(
                        origin, row.key, "the list that is kept cannot be read",
                        remedy: "give athletes as at its first start"))
            }
            choices[row.key] = Choice(value: .athletes(athletes), origin: origin)
        } else if let value = texts.first.flatMap(row.domain.value) {
            choices[row.key] = Choice(value: value, origin: origin)
        }
    }

    /// The settings that describe the fleet, besides seed and epoch, as texts by name.
    ///
    /// - Parameter workingDirectory: where relative paths begin, so that they mean the same later.
    package func describingFleet(from workingDirectory: String?) -> [String: [String]] {
        SettingKey.ofFleet.reduce(into: [:]) { texts, key in
            guard let value = self[key]?.value else { return }
            let domain = SettingTable.row(key).domain
            texts[key.rawValue] = value.located(domain, in: workingDirectory).texts
        }
    }
}

extension SettingKey {
    /// The settings that a state directory keeps: those that describe the fleet, besides seed and
    /// epoch, which are part of the fleet's identity.
    package static let ofFleet = allCases.filter { key in
        !key.isLive && ![.socket, .state, .seed, .epoch].contains(key)
    }
}

extension ChosenSettings {
    /// Whether a flag, a variable or the file sets a setting.
    package func isSet(_ key: SettingKey) -> Bool {
        guard let origin = self[key]?.origin else { return false }
        return switch origin {
        case .default, .kept: false
        case .file, .variable, .flag: true
        }
    }

    /// Traps unless the setting has a text.
    package func text(_ key: SettingKey) -> String {
        value(key) { if case .text(let text) = $0 { text } else { nil } }
    }

    /// Traps unless the setting has a list.
    package func texts(_ key: SettingKey) -> [String] {
        value(key) { if case .texts(let texts) = $0 { texts } else { nil } }
    }

    /// The rules of `access`; none if they are wrong.
    var access: [AccessRule] {
        guard case .access(let rules)? = self[.access]?.value else { return [] }
        return rules
    }

    /// Traps unless the setting has a number.
    package func integer(_ key: SettingKey) -> Int64 {
        value(key) { if case .integer(let number) = $0 { number } else { nil } }
    }
}
