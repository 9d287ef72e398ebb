import CommandLine
import Configuration
import LinuxIO

/// A daemon inside another program, on a private socket.
package final class EmbeddedDaemon: Sendable {
    package let socketPath: String
    private let directory: TemporaryDirectory
    private let daemon: Daemon

    private init(_ daemon: Daemon, _ directory: consuming TemporaryDirectory, _ path: String) {
        self.daemon = daemon
        self.directory = directory
        socketPath = path
    }

    /// Starts a daemon with the same flags as `runwayd`'s.
    ///
    /// - Parameter logLevel: the least important level; nil where a log would spoil a screen.
    /// - Throws: if a flag is refused, or the daemon cannot start.
    package static func start(
        _ flags: ParsedFlags, logLevel: LogLevel? = .warning
    ) async throws(ProgramFailure) -> EmbeddedDaemon {
        var options = try DaemonOptions(flags)
        let directory = try makeDirectory()
        let path = "\(directory.path)/runwayd.sock"
        options.socketPath = path
        options.logLevel = logLevel
        // The daemon has one user, who may want to see where the limit is.
        options.limits.processorPercent = 1_000_000
        let daemon = try Daemon(options)
        try await daemon.start(handlingSignals: false)
        return EmbeddedDaemon(daemon, directory, path)
    }

    private static func makeDirectory() throws(ProgramFailure) -> TemporaryDirectory {
        do throws(SystemFailure) {
            return try TemporaryDirectory(prefix: "runway")
        } catch {
            throw ProgramFailure(.output, "cannot make a folder for the socket: \(error)")
        }
    }

    /// Ends the daemon and waits for it.
    package func stop() async {
        await daemon.stop(because: "its program ends")
        await daemon.waitUntilEnd()
        daemon.log.flush()
    }
}
