import LinuxIO
import PlainText
import Vocabulary

/// Why a program ends without having done what it was asked for: one line for a person, and the
/// exit code.
package struct ProgramFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let code: ExitCode
    package let description: String

    package init(_ code: ExitCode, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Why a command line cannot be understood, and what would be right.
    package static func usage(_ reason: String, suggestion: String) -> ProgramFailure {
        ProgramFailure(.usage, "\(reason); \(suggestion)")
    }

    /// A file or folder cannot be written, because the user may not or for any other reason.
    package static func unwritten(_ failure: SystemFailure, _ description: String) -> ProgramFailure
    {
        ProgramFailure(failure.isPermission ? .permission : .output, description)
    }

    /// Standard output does not take what the program has to say.
    package static func unwritten(_ failure: SystemFailure) -> ProgramFailure {
        guard failure.isNotOpen else { return ProgramFailure(.output, "cannot write: \(failure)") }
        return ProgramFailure(
            .output,
            "cannot write: standard output is closed, or not open for writing; leave out >&-, or "
                + "write > /dev/null if nobody wants the output")
    }
}

/// How a program ended, after the conventions of sysexits(3).
package enum ExitCode: Int32, CaseIterable, Sendable {
    case success = 0
    /// Something happened that should not happen.
    case failure = 1
    /// The command line cannot be understood.
    case usage = 2
    /// The daemon refuses the request, and would refuse it again.
    case refused = 65
    /// An input file is missing, unreadable or wrong.
    case input = 66
    /// No daemon answers, or it was not there to the end of a load test.
    case unavailable = 69
    /// The daemon's answer breaks the protocol.
    case protocolViolation = 70
    /// A file or folder cannot be written.
    case output = 73
    /// The link was lost.
    case linkLost = 74
    /// Another process has the socket, the state directory or the anchor file, the machine's clock
    /// has not been set, users and groups cannot be looked up, or the daemon refuses a command or
    /// another connection for now: try again.
    case temporaryFailure = 75
    /// Not permitted.
    case permission = 77
    /// The configuration file, or a variable of the environment, holds a value that is not allowed.
    case configuration = 78
    /// A load test's assertion does not hold; the code is that of k6.
    case assertionFailed = 99
    /// Ended by SIGHUP.
    case hungUp = 129
    /// Ended by SIGINT.
    case interrupted = 130
    /// Ended by SIGTERM.
    case terminated = 143
}

extension Poll {
    /// Waits as ``readable(_:orWritable:timeout:)`` does, at most until an instant; nil waits for
    /// ever.
    package static func wait(
        for descriptors: [Int32], orWritable writable: Int32? = nil, until due: MonotonicInstant?
    ) throws(ProgramFailure) -> [Int32] {
        do throws(SystemFailure) {
            let timeout = due.map { max(.zero, $0 - MonotonicClock.now) }
            return try readable(descriptors, orWritable: writable, timeout: timeout)
        } catch {
            throw ProgramFailure(.failure, "cannot wait: \(error)")
        }
    }
}

extension SignalDescriptor {
    /// Takes signals as `init(_:)` does, for a program that cannot go on without them.
    package init(taking signals: [Signal]) throws(ProgramFailure) {
        do throws(SystemFailure) {
            try self.init(signals)
        } catch {
            throw ProgramFailure(.failure, "cannot take signals: \(error)")
        }
    }

    /// The next signal that has arrived; nil if none has.
    package func read() throws(ProgramFailure) -> Signal? {
        do throws(SystemFailure) {
            return try next()
        } catch {
            throw ProgramFailure(.failure, "cannot read signals: \(error)")
        }
    }
}

extension StandardStream {
    /// Writes all of a text; a reader that has gone is a normal end.
    ///
    /// - Throws: ``ExitCode/output`` when the text cannot be written.
    package func print(_ text: ShownText) throws(ProgramFailure) {
        try write(text).check()
    }
}

extension WriteOutcome {
    /// Throws ``ExitCode/output`` for a failed write. A reader that has gone is a normal end, and
    /// so is an interruption, whose exit code its cause decides.
    package func check() throws(ProgramFailure) {
        switch self {
        case .written, .closed, .interrupted: return
        case .failed(let failure): throw .unwritten(failure)
        }
    }
}
