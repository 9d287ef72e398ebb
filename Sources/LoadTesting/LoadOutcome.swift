import CommandLine
import LoadReport

/// How a load test's run ended, and what it found out until then.
package struct LoadOutcome {
    enum End: Hashable {
        case completed
        /// An assertion had failed, and the run was to end then.
        case aborted
        /// By a signal; with the exit code that says which.
        case interrupted(ExitCode)
        /// The daemon has gone, or wants nobody.
        case failed(ProgramFailure)
    }

    var result: LoadResult
    let end: End

    /// Whether nobody and nothing else ended it.
    var endsByItself: Bool {
        switch end {
        case .completed, .aborted: true
        case .interrupted, .failed: false
        }
    }
}
