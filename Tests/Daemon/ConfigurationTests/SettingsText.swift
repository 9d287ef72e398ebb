import ChannelPipeline
import CommandLine

@testable import Configuration

/// The settings of a command line, an environment and the text of a configuration file.
func settings(
    _ arguments: [String] = [], _ environment: [String: String] = [:], file text: String? = nil,
    at path: String = "etc/x.json5"
) throws -> ChosenSettings {
    ChosenSettings(
        flags: try DaemonFlags.table.parse(arguments), environment: environment,
        file: text.map { ConfigurationFile(path: path, bytes: Array($0.utf8)) })
}

/// The fleet that settings describe, or why they are refused.
func fleet(of settings: ChosenSettings) throws(ProgramFailure) -> Fleet {
    try settings.refuse()
    return try settings.fleet(defaultEpoch: 1_767_225_600_000_000)
}

extension ConfigurationCheck {
    /// A check that says nothing of memory.
    init(_ settings: ChosenSettings) throws(ProgramFailure) { try self.init(settings) { _ in "" } }
}
