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
    case failure = 1
    case usage = 2
    case refused = 65
    case input = 66
    case unavailable = 69
    case protocolViolation = 70
    case output = 73
    case linkLost = 74
    case temporaryFailure = 75
    case permission = 77
    case configuration = 78
    /// k6 has the same one.
    case assertionFailed = 99
    case hungUp = 129
    case interrupted = 130
    case terminated = 143

    /// What has happened, as a sentence of the manual.
    package var meaning: String {
        switch self {
        case .success: "Done."
        case .failure: "Something happened that should not happen."
        case .usage: "The command line cannot be understood."
        case .refused: "The daemon refuses the request, and would refuse it again."
        case .input: "An input file is missing, unreadable or wrong."
        case .unavailable:
            "No daemon answers, or it was not there to the end of a load test."
        case .protocolViolation: "The daemon's answer breaks the protocol."
        case .output: "A file or folder cannot be written."
        case .linkLost: "The link was lost."
        case .temporaryFailure:
            "Another process has the socket, the state directory or the anchor file, the "
                + "machine's clock has not been set, users and groups cannot be looked up, a "
                + "relay has given up, or the daemon refuses a command or another connection for "
                + "now: try again."
        case .permission: "Not permitted."
        case .configuration:
            "The configuration file, or a variable of the environment, holds a value that is not "
                + "allowed."
        case .assertionFailed: "An assertion of a load test does not hold."
        case .hungUp: "Ended by SIGHUP."
        case .interrupted: "Ended by SIGINT."
        case .terminated: "Ended by SIGTERM."
        }
    }
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
