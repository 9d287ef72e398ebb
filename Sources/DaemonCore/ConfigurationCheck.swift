import CommandLine
import LinuxIO
import PlainText
import Vocabulary

/// What `runwayd --check-config` says: all that is wrong, a line each, or how much memory the
/// daemon takes at most.
struct ConfigurationCheck {
    let code: ExitCode
    /// For standard output.
    let output: String
    /// For standard error.
    let errors: String

    /// Reads the fault script and the recordings that the settings name.
    ///
    /// - Throws: a clock that no fleet can begin at.
    init(_ settings: ChosenSettings) throws(StartFailure) {
        let (faults, recordings) = (NamedFaultScript(settings), NamedRecordings(settings))
        let findings = settings.findings + faults.findings + recordings.findings
        errors = findings.map { "\($0)".plain + "\n" }.joined()
        guard let first = findings.first else {
            let fleet = try settings.fleet(
                flying: recordings.recordings, faults: faults.script,
                defaultEpoch: WallClock.nowMicroseconds)
            let subject =
                settings.filePath.map(\.plain) ?? "the configuration without a file"
            code = .success
            output =
                "\(subject) is right\n"
                + Self.text(of: MemoryBound(fleet: fleet, limits: settings.limits))
            return
        }
        code = findings.contains { $0.code == .configuration } ? .configuration : first.code
        output = ""
    }

    private static func text(of bound: MemoryBound) -> String {
        let parts = bound.parts.map { "  \($0.name): \(amount($0.bytes)): \($0.reason)\n" }
        return "memory at most: \(amount(bound.totalBytes))\n\(parts.joined())"
    }

    private static func amount(_ bytes: Int) -> String {
        let tenths = (Int64(bytes) * 10).dividedRoundingToEven(by: 1 << 20)
        return "\(tenths / 10).\(tenths % 10) MiB (\(bytes) bytes)"
    }
}
