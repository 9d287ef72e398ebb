import ChannelPipeline
import CommandLine
import LinuxIO
import PlainText

/// What `runwayd --check-config` says: all that is wrong, a line each, or how much memory the
/// daemon takes at most.
package struct ConfigurationCheck {
    package let code: ExitCode
    /// The text for standard output.
    package let output: String
    /// The text for standard error.
    package let errors: String

    /// Reads the fault script and the recordings that the settings name.
    ///
    /// - Parameter memory: how much memory a daemon with this fleet takes at most, for a person;
    ///   ends with a newline.
    /// - Throws: a clock that no fleet can begin at; users of `access` that cannot be looked up.
    package init(
        _ settings: ChosenSettings, memory: (Fleet) -> String
    ) throws(ProgramFailure) {
        let (faults, recordings) = (NamedFaultScript(settings), NamedRecordings(settings))
        let (zone, athletes) = (NamedTimeZone(settings), NamedAthletes(settings))
        let routes = NamedRoutes(settings, athletes)
        let findings =
            settings.findings + faults.findings + athletes.findings + routes.findings
            + recordings.findings + zone.findings
        // Users and groups may be made later, and elsewhere: a missing one is reported, but is no
        // fault of the file.
        var warnings = recordings.warnings
        do throws(ProgramFailure) {
            warnings += try NamedAccess(settings).findings + SocketAccess(settings).findings
        } catch {
            guard !findings.isEmpty else { throw error }
        }
        errors =
            findings.map { "\($0)".plain + "\n" }.joined()
            + warnings.map { "warning: " + "\($0)".plain + "\n" }.joined()
        guard let first = findings.first else {
            let fleet = try settings.fleet(
                of: athletes.athletes, flying: recordings.recordings, faults: faults.script,
                over: routes, zone: zone.rules, defaultEpoch: WallClock.nowMicroseconds)
            let subject =
                settings.filePath.map(\.plain) ?? "the configuration without a file"
            code = .success
            let but = warnings.isEmpty ? "" : ", with \(warnings.count.counted("warning"))"
            output = "\(subject) is right\(but)\n" + memory(fleet)
            return
        }
        code = findings.contains { $0.code == .configuration } ? .configuration : first.code
        output = ""
    }
}
