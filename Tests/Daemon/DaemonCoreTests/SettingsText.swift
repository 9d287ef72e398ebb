import CommandLine
import Configuration

/// The settings of a command line, an environment and the text of a configuration file.
func settings(
    _ arguments: [String] = [], _ environment: [String: String] = [:], file text: String? = nil,
    at path: String = "etc/x.json5"
) throws -> ChosenSettings {
    ChosenSettings(
        flags: try DaemonFlags.table.parse(arguments), environment: environment,
        file: text.map { ConfigurationFile(path: path, bytes: Array($0.utf8)) })
}
