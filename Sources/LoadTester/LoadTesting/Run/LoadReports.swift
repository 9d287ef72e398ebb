import CommandLine
import LinuxIO
import LoadReport
import PlainText
import StreamAudit
import Terminal
import WireProtocol

/// The reports of a load test's result, and the exit code that follows from it.
package struct LoadReports {
    private let flags: ParsedFlags
    private let palette: Palette
    private let result: LoadResult
    private let verdict: LoadVerdict

    package init(_ outcome: LoadOutcome, _ options: LoadOptions) {
        self.init(outcome.result, options.assertions, options.flags, options.palette)
    }

    /// The reports of a result that is not of a run of this process.
    ///
    /// - Parameter flags: name the files that are written.
    package init(
        _ result: LoadResult, _ assertions: [LoadAssertion], _ flags: ParsedFlags,
        _ palette: Palette
    ) {
        self.flags = flags
        self.palette = palette
        self.result = result
        verdict = LoadVerdict(of: result, assertions: assertions)
    }

    /// Writes the table and the files that the flags name, and returns the exit code.
    ///
    /// - Parameter end: how the run ended.
    /// - Throws: if a file cannot be written, if the run failed, or if an assertion is on a figure
    ///   without a sample.
    package func write(_ end: LoadOutcome.End = .completed) throws(ProgramFailure) -> ExitCode {
        let shown = StandardStream.output.write(table)
        // A user without output may have asked for files, and the run is not made again for them.
        try writeFiles()
        try shown.check()
        switch end {
        case .interrupted(let code): return code
        case .failed(let failure): throw failure
        case .completed, .aborted: return try judge()
        }
    }

    private func judge() throws(ProgramFailure) -> ExitCode {
        if verdict.standing == .failed, let nothing = verdict.unmeasurable.first {
            throw .usage(
                "--assert \(nothing.assertion.text) had not one sample",
                suggestion: "assert what this run measures, or let it run longer")
        }
        return verdict.standing.exitCode
    }

    private var table: ShownText {
        let isForPeople = StandardStream.output.isTerminal
        let table = LoadTable(
            result, verdict, width: StandardStream.output.terminalSize?.columns ?? 100,
            isASCII: isForPeople && Symbols() == .ascii
        ) { tone, text in
            palette.paint("\(text)", Self.style(of: tone))
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
        try write("--json") { LoadJSON.text(of: result, verdict) }
        try write("--hdr") { HDRSpectrum(result.latency.total).text }
        try write("--series") { SeriesLines.text(of: result) }
        try write("--html") { LoadPage(result, verdict).text }
    }

    private func write(_ flag: String, _ text: () -> String) throws(ProgramFailure) {
        guard let path = flags[flag] else { return }
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
