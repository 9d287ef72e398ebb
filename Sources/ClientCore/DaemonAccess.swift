import CommandLine
import Configuration
import DaemonCore

/// Which daemon a following command talks to: one that runs, or one that it starts for itself.
enum DaemonAccess {
    static let embeddedFlag = Flag(
        "--embedded", "Start a daemon inside, on a private socket, with the flags below.")

    /// Runs `body` with a daemon, and ends the daemon afterwards if it was started here.
    ///
    /// - Parameters:
    ///   - logLevel: the least important that a daemon started here logs; nil is nothing.
    ///   - body: gets the private socket, or nil for the one that the flags name.
    static func run(
        _ flags: ParsedFlags, logLevel: LogLevel? = .warning,
        _ body: (String?) throws(ProgramFailure) -> ExitCode
    ) async throws(ProgramFailure) -> ExitCode {
        guard flags.has("--embedded") else {
            try refuseFleetFlags(flags)
            return try body(nil)
        }
        try refuseSocket(flags)
        let daemon = try await EmbeddedDaemon.start(flags, logLevel: logLevel)
        let result: Result<ExitCode, ProgramFailure>
        do throws(ProgramFailure) {
            result = .success(try body(daemon.socketPath))
        } catch {
            result = .failure(error)
        }
        await daemon.stop()
        return try result.get()
    }

    static func refuseSocket(_ flags: ParsedFlags) throws(ProgramFailure) {
        guard flags.has("--socket") else { return }
        throw .usage(
            UsageError(
                "--socket names a daemon, and --embedded starts one on a private socket",
                suggestion: "give one of the two"))
    }

    static func refuseFleetFlags(_ flags: ParsedFlags) throws(ProgramFailure) {
        let fleet = (FleetFlags.all + [DaemonFlags.speed]).map(\.name)
        guard let flag = fleet.first(where: flags.has) else { return }
        throw .usage(
            UsageError(
                "\(flag) is for a daemon that is started here",
                suggestion: "add --embedded, or give \(flag) to runwayd"))
    }
}
