import CommandLine
import LinuxIO
import LoadReport
import PlainText
import StreamAudit
import Terminal
import WireProtocol

/// The reports of a load test's result, and the exit code that follows from it.
package struct LoadReports {
    private let options: LoadOptions
    private let outcome: LoadOutcome
    private let verdict: LoadVerdict

    package init(_ outcome: LoadOutcome, _ options: LoadOptions) {
        self.options = options
        self.outcome = outcome
        verdict = LoadVerdict(of: outcome.result, assertions: options.assertions)
    }

    /// Writes the table and the files that the flags name, and returns the exit code.
    ///
    /// - Throws: if a file cannot be written, if the run failed, or if an assertion is on a figure
    ///   without a sample.
    package func write() throws(ProgramFailure) -> ExitCode {
        try StandardStream.output.print(table)
        try writeFiles()
        switch outcome.end {
        case .interrupted(let code): return code
        case .failed(let failure): throw failure
        case .completed, .aborted: return try judge()
        }
    }

    private func judge() throws(ProgramFailure) -> ExitCode {
        if verdict.standing == .failed, let nothing = verdict.unmeasurable.first {
            throw .usage(
                UsageError(
                    "--assert \(nothing.assertion.text) had not one sample",
                    suggestion: "assert what this run measures, or let it run longer"))
        }
        return verdict.standing.exitCode
    }

    private var table: ShownText {
        let isForPeople = StandardStream.output.isTerminal
        let table = LoadTable(
            outcome.result, verdict, width: StandardStream.output.terminalSize?.columns ?? 100,
            isASCII: isForPeople && Symbols() == .ascii
        ) { tone, text in
            options.palette.paint("\(text)", Self.style(of: tone))
        }
        return table.shown
    }

    private static func style(of tone: ReportTone) -> TextStyle {
        switch tone {
        case .good: .good
        case .bad: .warning
        case .doubtful: .caution
        }
    }

    private func writeFiles() throws(ProgramFailure) {
        let result = outcome.result
        try write("--json") { LoadJSON.text(of: result, verdict) }
        try write("--hdr") { HDRSpectrum(result.latency.total).text }
        try write("--series") { SeriesLines.text(of: result) }
        try write("--html") { LoadPage(result, verdict).text }
    }

    private func write(_ flag: String, _ text: () -> String) throws(ProgramFailure) {
        guard let path = options.flags[flag] else { return }
        do throws(SystemFailure) {
            try FileContent.replace(path, with: Array(text().utf8), durable: false)
        } catch {
            throw ProgramFailure(
                error.isPermission ? .permission : .output,
                "cannot write the file of \(flag): \(error); choose another place for it")
        }
    }
}

extension LoadVerdict.Standing {
    /// The exit code for the result of a run that was not cut short.
    var exitCode: ExitCode {
        switch self {
        case .passed: .success
        case .failed: .assertionFailed
        case .incomplete: .unavailable
        case .violated: .protocolViolation
        }
    }
}

/// How a load test's run ended, and its result up to then.
package struct LoadOutcome {
    enum End: Hashable {
        case completed
        /// An assertion failed under `--abort-on-fail`.
        case aborted
        /// By a signal, with its exit code.
        case interrupted(ExitCode)
        /// The daemon is gone, or refuses subscribers.
        case failed(ProgramFailure)
    }

    var result: LoadResult
    let end: End

    /// Whether the run ended by its own rules, not by a signal or a failure.
    var endsByItself: Bool {
        switch end {
        case .completed, .aborted: true
        case .interrupted, .failed: false
        }
    }
}
