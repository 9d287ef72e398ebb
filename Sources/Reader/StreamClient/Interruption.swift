import CommandLine
import LinuxIO
import Vocabulary

/// The signals that end a following client, even while it waits for the reader of a standard
/// stream. Make it before anything is started that needs cleaning up.
package struct Interruption: ~Copyable {
    private let signals: SignalDescriptor

    /// How long the last words of a client may wait for a reader.
    private static let lastWords = Duration.seconds(1)
    /// How long a signal that has already ended a wait may still be on its way between threads.
    private static let arrival = Duration.milliseconds(500)

    /// - Parameter takesHangUp: whether SIGHUP is one of them, unless it is ignored.
    package init(takesHangUp: Bool = false) throws(ProgramFailure) {
        let hangUp = takesHangUp && !Signal.hangUp.isIgnored ? [Signal.hangUp] : []
        signals = try SignalDescriptor(taking: [.interrupt, .terminate] + hangUp)
        StandardStream.endWaits(whenReadable: signals.raw)
    }

    deinit { StandardStream.endWaits(whenReadable: nil) }

    /// A descriptor that is readable once a signal has arrived.
    package var raw: Int32 { signals.raw }

    /// Reads the signal, and returns its exit code; nil if none has arrived.
    ///
    /// A signal that is not read would end the process when the descriptor is closed.
    package func read() throws(ProgramFailure) -> ExitCode? {
        guard let signal = try signals.read() else { return nil }
        StandardStream.endWaits(at: MonotonicClock.now + Self.lastWords)
        return switch signal {
        case .terminate: .terminated
        case .hangUp: .hungUp
        case _: .interrupted
        }
    }

    /// Waits for the signal, at most until an instant; returns its exit code, nil if none came.
    package func wait(until instant: MonotonicInstant) throws(ProgramFailure) -> ExitCode? {
        try Poll.wait(for: [raw], until: instant).isEmpty ? nil : read()
    }

    /// The exit code of the signal that has ended a write; nil if none comes.
    package func readAfterWrite() throws(ProgramFailure) -> ExitCode? {
        let due = MonotonicClock.now + Self.arrival
        while true {
            if let code = try read() { return code }
            guard MonotonicClock.now < due else { return nil }
            _ = try Poll.wait(for: [raw], until: due)
        }
    }
}
