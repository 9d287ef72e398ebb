import CommandLine
import JSON
import PlainText

/// Where the value of a setting comes from; the later cases outrank the earlier ones.
package enum SettingOrigin: Hashable, Sendable {
    /// - Parameter note: what else decided, `from XDG_RUNTIME_DIR`.
    case standard(note: String? = nil)
    case file(String, TextPlace)
    case variable(String)
    case flag(String)

    /// The exit code of a program that finds the value wrong.
    package var code: ExitCode {
        switch self {
        case .file, .variable: .configuration
        case .standard, .flag: .usage
        }
    }

    /// The one to name when several together are wrong: what lasts is mended first.
    package static func toName(among origins: [SettingOrigin]) -> SettingOrigin {
        origins.min { $0.order < $1.order } ?? .standard()
    }

    private var order: Int {
        switch self {
        case .file: 0
        case .variable: 1
        case .flag: 2
        case .standard: 3
        }
    }
}

extension SettingOrigin: CustomStringConvertible {
    /// On one line: `flag --seed`, `environment RUNWAY_SEED`, `run.json5:3`, `default`.
    package var description: String {
        switch self {
        case .standard(nil): "default"
        case .standard(let note?): "default, \(note)"
        case .file(let path, let place): "\(path.plain):\(place.line)"
        case .variable(let name): "environment \(name)"
        case .flag(let name): "flag \(name)"
        }
    }
}
