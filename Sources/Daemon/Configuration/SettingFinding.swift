import CommandLine
import JSON
import LinuxIO
import PlainText

/// One thing that is wrong within the value of a setting, and where.
struct PlacedFault: Hashable {
    /// The offset of the byte in the file.
    let offset: Int
    /// The key within an element; nil for the element or the list itself.
    let key: String?
    let statement: SettingFinding.Statement
    let remedy: String
}

/// One thing that is wrong with the settings: where, which one, what, and what would be right.
package struct SettingFinding: Hashable, Sendable {
    enum Statement: Hashable, Sendable {
        /// What the value is, to be read after "cannot be".
        case cannotBe(String)
        /// A sentence that stands alone.
        case sentence(String)

        var words: String {
            switch self {
            case .cannotBe(let value): "cannot be \(value)"
            case .sentence(let words): words
            }
        }
    }

    let origin: SettingOrigin
    /// The setting's name in the file; nil if the file itself is wrong.
    let name: String?
    let statement: Statement
    let remedy: String
    package let code: ExitCode
    /// Whether it is only an unknown key or name, or something in a recording that was left out: it
    /// is reported and does not keep the daemon from starting.
    let isWarning: Bool

    init(
        _ origin: SettingOrigin, _ name: String?, _ statement: Statement, remedy: String,
        code: ExitCode? = nil, isWarning: Bool = false
    ) {
        self.origin = origin
        self.name = name
        self.statement = statement
        self.remedy = remedy
        // A missing file is a wrong input if a flag names it, and a wrong configuration if the
        // configuration file or a variable does.
        self.code = origin.code == .configuration ? .configuration : code ?? origin.code
        self.isWarning = isWarning
    }

    /// What is wrong with a setting, in a sentence.
    init(
        _ origin: SettingOrigin, _ key: SettingKey, _ sentence: String, remedy: String,
        code: ExitCode? = nil, isWarning: Bool = false
    ) {
        self.init(
            origin, key.rawValue, .sentence(sentence), remedy: remedy, code: code,
            isWarning: isWarning)
    }
}

extension SettingFinding {
    /// Warns the user who started the program, on standard error.
    package static func warn(_ finding: SettingFinding) {
        _ = StandardStream.error.write("warning: \(finding)\n")
    }
}

extension SettingFinding: CustomStringConvertible {
    /// `run.json5:3:11: rate_hz: cannot be 3; give one of 1, 2`, `--rate cannot be "3"; give …`.
    package var description: String { "\(subject)\(statement.words); \(remedy)" }

    private var subject: String {
        switch (origin, statement) {
        case (.file(let path, let place), _):
            "\(path):\(place): \(name.map { "\($0): " } ?? "")"
        case (.variable(let subject), .cannotBe), (.flag(let subject), .cannotBe): "\(subject) "
        case (.variable(let subject), .sentence): "\(subject): "
        case (.kept(let path), _): "\(name.map { "\($0), " } ?? "")kept in \(path): "
        case (.flag, .sentence), (.default, _): ""
        }
    }
}

/// Where the value of a setting comes from; the later cases outrank the earlier ones.
package enum SettingOrigin: Hashable, Sendable {
    /// - Parameter note: what decided the default, `from XDG_RUNTIME_DIR`.
    case `default`(note: String? = nil)
    /// The path of the state directory that keeps the value.
    case kept(String)
    case file(String, TextPlace)
    case variable(String)
    case flag(String)

    /// The exit code of a program that finds the value wrong.
    package var code: ExitCode {
        switch self {
        case .file, .variable: .configuration
        case .kept: .input
        case .default, .flag: .usage
        }
    }

    /// The origin to name when settings contradict each other: the most lasting one, for it is to
    /// be corrected first.
    package static func toName(among origins: [SettingOrigin]) -> SettingOrigin {
        origins.min { $0.order < $1.order } ?? .default()
    }

    private var order: Int {
        switch self {
        case .file: 0
        case .variable: 1
        case .flag: 2
        case .default, .kept: 3
        }
    }
}

extension SettingOrigin: CustomStringConvertible {
    /// On one line: `flag --seed`, `environment RUNWAY_SEED`, `run.json5:3`, `default`.
    package var description: String {
        switch self {
        case .default(nil): "default"
        case .default(let note?): "default, \(note)"
        case .kept(let path): "kept in \(path.plain)"
        case .file(let path, let place): "\(path.plain):\(place.line)"
        case .variable(let name): "environment \(name)"
        case .flag(let name): "flag \(name)"
        }
    }
}
