import CommandLine
import Configuration
import LinuxIO
import PlainText

/// The program `runwayd`.
package struct DaemonProgram {
    private let commit: String

    /// - Parameter commit: what the program is made of; empty if it is not known.
    package init(commit: String) { self.commit = commit }

    /// Runs until a signal ends it; returns the exit code.
    ///
    /// - Parameter arguments: without the program's name.
    package func run(_ arguments: [String]) async -> Int32 {
        ProcessHeap.keepLargeBlocksApart()
        Signal.ignoreBrokenPipe()
        let service = ServiceEnvironment.consume()
        do throws(ProgramFailure) {
            return try await fly(arguments, service).rawValue
        } catch {
            _ = StandardStream.error.write("runwayd: \(error)\n")
            return error.code.rawValue
        }
    }

    private func fly(
        _ arguments: [String], _ service: ServiceEnvironment
    ) async throws(ProgramFailure) -> ExitCode {
        let flags = try DaemonFlags.table.parse(arguments)
        if flags.has("--help") { return try show(DaemonFlags.table.help) }
        if flags.has("--version") {
            return try show(ProgramVersion.line(of: "runwayd", commit: commit))
        }
        let tasks = ["--check-config", "--print-config", StateMerge.flag, ClockMend.flag]
            .filter { flags.has($0) }
        guard tasks.count < 2 else {
            throw .usage(
                "\(tasks[0]) and \(tasks[1]) do not go together", suggestion: "give one of the two")
        }
        let settings = try SettingSources.settings(flags)
        // The user who checks need not be the owner of the directory.
        let known = (try? settings.withKept) ?? settings
        if flags.has("--check-config") { return try check(known) }
        if flags.has("--print-config") { return try list(known) }
        if flags.has(StateMerge.flag) {
            let now = WallClock.nowMicroseconds
            return try show(StateMerge.run(flags.all(StateMerge.flag), settings, at: now))
        }
        if let value = flags[ClockMend.flag] {
            return try show(ClockMend.run(value, settings, at: WallClock.nowMicroseconds))
        }
        var options = try DaemonOptions(settings)
        if settings.filePath != nil {
            options.reread = { () throws(ProgramFailure) in
                try SettingSources.settings(flags).withKept
            }
        }
        let log = Log(threshold: options.logLevel)
        defer { log.flush() }
        for finding in settings.findings + options.warnings { log(.warning, "\(finding)") }
        if let limit = raiseOpenFileLimit(log) {
            options.fitClients(toOpenFiles: limit, log)
        }
        if let warning = options.loneShardWarning { log(.warning, warning) }
        options.state?.report(to: log)
        let daemon = try Daemon(options, service: service, log: log)
        try await daemon.start(handlingSignals: true)
        log(.info, "listening on \(daemon.place)")
        await daemon.waitUntilEnd()
        return await daemon.exitCode
    }

    private func check(_ settings: ChosenSettings) throws(ProgramFailure) -> ExitCode {
        let check = try ConfigurationCheck(settings) {
            MemoryBound(fleet: $0, limits: settings.limits).text
        }
        try StandardStream.output.print(ShownText(lines: check.output))
        _ = StandardStream.error.write(ShownText(lines: check.errors))
        return check.code
    }

    private func list(_ settings: ChosenSettings) throws(ProgramFailure) -> ExitCode {
        try settings.refuse()
        for finding in settings.findings { _ = StandardStream.error.write("\(finding)\n") }
        return try show(SettingsListing(settings, workingDirectory: WorkingDirectory.path).text)
    }

    /// Every client takes a descriptor.
    private func raiseOpenFileLimit(_ log: Log) -> Int? {
        do throws(SystemFailure) {
            let limit = try OpenFileLimit.raise()
            log(.debug, "up to \(limit.counted("open file"))")
            return limit
        } catch {
            log(.warning, "the limit of open files stays as it is: \(error)")
            return nil
        }
    }

    private func show(_ text: String) throws(ProgramFailure) -> ExitCode {
        try StandardStream.output.print(ShownText(lines: text))
        return .success
    }
}
