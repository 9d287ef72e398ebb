import CommandLine
import LinuxIO
import PlainText
import StreamClient
import Terminal
import WireProtocol

/// `runway status`: prints the daemon's status for people.
enum StatusCommand {
    static let table = FlagTable(
        command: "runway status",
        summary: "says how the daemon is: clients, lines, lateness, memory.",
        examples: ["runway status", "runway status --json | jq .tick_late_us"],
        flags: [Command.socketFlag, Command.timeoutFlag, Command.jsonFlag])

    static func run(_ flags: ParsedFlags) throws(ProgramFailure) -> ExitCode {
        var link = try DaemonLink(flags)
        let (line, status) = try link.status()
        let text = StatusText(
            status: status, limits: link.greeting["limits"], users: UserAccount.name)
        try JSONOutput.print(line, flags) { text.shown }
        return .success
    }
}

extension DaemonLink {
    /// Asks for the daemon's status; returns its line, raw and read.
    mutating func status() throws(ProgramFailure) -> (ArraySlice<UInt8>, JSONValue) {
        let line = try ask(#"{"op":"status"}"#, for: "status")
        guard let status = JSONValue(line: line) else {
            throw ProgramFailure(.protocolViolation, "the daemon's status cannot be read")
        }
        return (line, status)
    }
}
