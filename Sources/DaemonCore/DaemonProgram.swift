import LinuxIO
import Settings

/// The program `runwayd`.
package enum DaemonProgram {
    /// Runs until a signal ends it; returns the exit code.
    ///
    /// - Parameter arguments: without the program's name.
    package static func run(_ arguments: [String]) async -> Int32 {
        do throws(StartFailure) {
            return try await fly(arguments).rawValue
        } catch {
            _ = StandardStream.error.write("runwayd: \(error)\n")
            return error.code.rawValue
        }
    }

    private static func fly(_ arguments: [String]) async throws(StartFailure) -> ExitCode {
        let flags: ParsedFlags
        do throws(UsageError) {
            flags = try DaemonOptions.table.parse(arguments)
        } catch {
            throw .usage(error)
        }
        if flags.has("--help") { return show(DaemonOptions.table.help) }
        if flags.has("--version") { return show("runwayd \(ProgramVersion.text)\n") }
        let options = try DaemonOptions(flags)
        let daemon = try Daemon(options)
        try await daemon.start(handlingSignals: true)
        Log(threshold: options.logLevel)(.info, "listening on \(options.socketPath)")
        await daemon.waitUntilEnd()
        return .success
    }

    private static func show(_ text: String) -> ExitCode {
        _ = StandardStream.output.write(text)
        return .success
    }
}
