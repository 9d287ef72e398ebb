import CommandLine
import LinuxIO
import StreamClient
import WireProtocol

/// `runway metrics`: how the daemon is, for Prometheus.
enum MetricsCommand {
    static let table = FlagTable(
        command: "runway metrics",
        summary: "prints how the daemon is in the text format of Prometheus.",
        examples: [
            "runway metrics",
            "runway metrics > runway.prom.new && mv runway.prom.new runway.prom",
        ],
        flags: [Command.socketFlag, Command.timeoutFlag])

    static func run(_ flags: ParsedFlags) throws(ProgramFailure) -> ExitCode {
        var link = try DaemonLink(flags)
        let line = try link.ask(#"{"op":"status"}"#, for: "status")
        guard let status = JSONValue(line: line) else {
            throw ProgramFailure(.protocolViolation, "the daemon's status cannot be read")
        }
        let text = MetricsText(status, limits: link.greeting["limits"])
        try StandardStream.output.print(text.shown)
        return .success
    }
}
