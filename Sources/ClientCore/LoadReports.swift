import DaemonCore
import LinuxIO
import LoadTesting
import Settings
import Statistics

/// What becomes of a result: the verdicts and the reports.
enum LoadReports {
    /// Refuses what is no assertion, before anything runs.
    static func check(_ assertion: String) throws(UsageError) {
        guard assertion.isEmpty else { return }
        throw UsageError("an assertion is empty", suggestion: "write one such as p99.9<5ms")
    }

    /// Whether an assertion fails already.
    static func hasFailed(_ result: LoadResult, _ options: LoadOptions) -> Bool { false }

    /// Writes what is asked for, and returns how the program ends.
    static func write(
        _ outcome: LoadOutcome, _ options: LoadOptions
    ) throws(StartFailure) -> ExitCode {
        try StandardStream.output.print(summary(outcome.result))
        switch outcome.end {
        case .interrupted(let code): return code
        case .failed(let failure): throw failure
        case .completed, .aborted:
            if outcome.result.counts.violations > 0 { return .protocolViolation }
            return outcome.end == .aborted ? .assertionFailed : .success
        }
    }

    private static func summary(_ result: LoadResult) -> String {
        let counts = result.counts
        let defects = Defect.allCases.map { "\($0.rawValue) \(counts[$0])" }
        let quantiles = [("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999)].compactMap { name, share in
            result.latency.total.value(atQuantile: share).map { "\(name) \($0) us" }
        }
        return """
            lines \(counts.lines)  measured \(result.measuredLines) in \(result.measuredSeconds) s
            connects \(counts.connects)  refused \(counts.refused)  byes \(counts.byes)  \
            links_lost \(counts.linksLost)  resumes \(counts.resumes)  garbage \(counts.garbage)  \
            answered \(counts.garbageAnswered)
            \(defects.joined(separator: "  "))
            \(quantiles.joined(separator: "  "))

            """
    }
}
