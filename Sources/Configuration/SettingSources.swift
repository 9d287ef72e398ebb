import CommandLine
import LinuxIO

/// Where the program `runwayd` looks for its settings.
package enum SettingSources {
    /// The variable that names the configuration file where `--config` does not.
    static let fileVariable = "RUNWAY_CONFIG"

    /// Reads the environment and the configuration file, if one is named: nothing is read that was
    /// not.
    package static func settings(_ flags: ParsedFlags) throws(StartFailure) -> ChosenSettings {
        let path = flags["--config"] ?? Environment.value(fileVariable)
        var file: ConfigurationFile?
        if let path { file = try ConfigurationFile.read(path) }
        return ChosenSettings(flags: flags, environment: environment, file: file)
    }

    private static var environment: [String: String] {
        let names = SettingKey.allCases.map(\.variable) + ["XDG_RUNTIME_DIR", "STATE_DIRECTORY"]
        return names.reduce(into: [:]) { $0[$1] = Environment.value($1) }
    }
}
