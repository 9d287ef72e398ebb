import CommandLine
import Configuration
import DaemonCore

/// The daemon that a command talks to: a running one, or an embedded one.
enum DaemonAccess {
    static let embeddedFlag = Flag(
        "--embedded", "Start a daemon inside, on a private socket, with the flags below.")

    /// Runs `body` with a daemon, and stops an embedded daemon afterwards.
    ///
    /// - Parameters:
    ///   - logLevel: the log level of an embedded daemon; nil logs nothing.
    ///   - body: is called with the private socket of an embedded daemon; else with nil.
    static func run<Value>(
        _ flags: ParsedFlags, logLevel: LogLevel? = .warning,
        _ body: (String?) throws(ProgramFailure) -> Value
    ) async throws(ProgramFailure) -> Value {
        guard flags.has("--embedded") else {
            try refuseFleetFlags(flags)
            return try body(nil)
        }
        try refuseSocket(flags)
        let daemon = try await EmbeddedDaemon.start(flags, logLevel: logLevel)
        let result = Result { () throws(ProgramFailure) in try body(daemon.socketPath) }
        await daemon.stop()
        return try result.get()
    }

    static func refuseSocket(_ flags: ParsedFlags) throws(ProgramFailure) {
        guard flags.has("--socket") else { return }
        throw .usage(
            "--socket names a daemon, and --embedded starts one on a private socket",
            suggestion: "give one of the two")
    }

    static func refuseFleetFlags(_ flags: ParsedFlags) throws(ProgramFailure) {
        let fleet = (FleetFlags.all + [DaemonFlags.speed]).map(\.name)
        guard let flag = fleet.first(where: flags.has) else { return }
        throw .usage(
            "\(flag) is for a daemon that is started here",
            suggestion: "add --embedded, or give \(flag) to runwayd")
    }
}
