import CommandLine
import StreamClient

/// Why no more lines of a connection are taken.
enum TailEnd: Equatable {
    /// What was asked for is done, or the user has seen enough.
    case done(ExitCode)
    /// The connection is gone, and another may do.
    case lost(LinkLoss)
    /// Another connection would do no better.
    case failed(ProgramFailure)
}
