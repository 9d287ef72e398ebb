import CommandLine
import Relay
import Vocabulary

/// The end of a relay: reading stops, then everything that was read is acknowledged, or an attempt
/// fails in a hurry.
struct RelayEnding {
    /// Whether reading has stopped.
    private(set) var hasBegun = false
    /// Whether the relay must end soon: an attempt that fails is not repeated.
    private var isHurried = false
    /// Whether a signal has asked for the end.
    private var wasAsked = false
    /// Why the relay ends; nil while it goes on, and after a request to end.
    private(set) var failure: ProgramFailure?
    /// The signal that cut the end short.
    private(set) var cut: ExitCode?
    /// When everything was acknowledged.
    private var drainedAt: MonotonicInstant?

    /// Stops reading.
    mutating func begin() { hasBegun = true }

    /// Stops reading, and waits only a short time for the acknowledgements.
    mutating func hurry() { (hasBegun, isHurried) = (true, true) }

    /// Ends in a hurry, with the first of several failures.
    mutating func fail(_ failure: ProgramFailure) {
        hurry()
        self.failure = self.failure ?? failure
    }

    /// Notes a signal: after the first, another one ends the relay at once.
    mutating func hear(_ signal: ExitCode) {
        if wasAsked { cut = signal }
        wasAsked = true
    }

    /// Whether nothing is left to wait for.
    mutating func isOver(_ delivery: any RelayDelivery, at now: MonotonicInstant) -> Bool {
        guard hasBegun else { return false }
        if delivery.isDone || isHurried && delivery.isFailing { return true }
        guard delivery.unacknowledged == 0 else { return false }
        // The command has acknowledged everything, and has seen the end of its input.
        drainedAt = drainedAt ?? now
        return due.map { now >= $0 } ?? false
    }

    /// When a command that has acknowledged everything is waited for no longer; nil before that.
    var due: MonotonicInstant? { drainedAt.map { $0 + RelayCommandLine.grace } }
}
