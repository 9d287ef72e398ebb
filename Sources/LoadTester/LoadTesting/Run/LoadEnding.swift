import CommandLine
import LoadReport
import Vocabulary

/// How a run comes to its end: its measurement ends, and it waits for lines that were due by then.
struct LoadEnding {
    /// How the run ended, once it has.
    var reached: LoadOutcome.End?
    /// How the run ends once the last lines have come.
    var coming = LoadOutcome.End.completed
    /// When the measurement ended; nil before.
    var measuredThrough: MonotonicInstant?
    /// How many subscribers, from the first, have received every line that was due.
    private var settledAccounts = 0

    /// Whether subscribers have received every line that was due when the measurement ended.
    mutating func hasAllLines(of subscribers: [LoadSubscriber]) -> Bool {
        guard let measuredThrough else { return true }
        while settledAccounts < subscribers.count {
            guard !subscribers[settledAccounts].hasOverdue(through: measuredThrough) else {
                return false
            }
            settledAccounts += 1
        }
        return true
    }
}

/// How a load test's run ended, and its result up to then.
package struct LoadOutcome {
    package enum End: Hashable {
        case completed
        /// An assertion failed under `--abort-on-fail`.
        case aborted
        /// A signal ended it, with the exit code of the signal.
        case interrupted(ExitCode)
        /// The daemon is gone, or refuses subscribers.
        case failed(ProgramFailure)
    }

    package internal(set) var result: LoadResult
    package let end: End

    /// Whether the run ended by its own rules, not by a signal or a failure.
    var endsByItself: Bool {
        switch end {
        case .completed, .aborted: true
        case .interrupted, .failed: false
        }
    }
}
