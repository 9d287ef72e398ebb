import CommandLine
import LinuxIO
import PlainText
import StreamClient
import Vocabulary
import WireProtocol

/// The connections of `tail`, one after another; a `LinkCourse` says when to connect.
struct TailLink: ~Copyable {
    private let command: String
    private let candidates: [String]
    private var link: DaemonLink?

    /// - Parameter socketPath: the socket to use; nil for the one that the flags name.
    init(_ flags: ParsedFlags, socketPath: String?) {
        command = flags.command
        candidates = DaemonLink.candidates(flags, socketPath: socketPath)
    }

    /// Connects with one attempt. Throws `interrupted` if `other` becomes readable first.
    mutating func connect(
        within patience: Duration, or other: Int32
    ) throws(ClientFailure) {
        link = try DaemonLink(candidates: candidates, patience: patience, or: other)
    }

    /// A second connection beside this one, for questions.
    func another(within patience: Duration) throws(ClientFailure) -> DaemonLink {
        try DaemonLink(candidates: candidates, patience: patience)
    }

    mutating func disconnect() { link = nil }

    /// The daemon's first line; nil while there is no connection.
    var greeting: JSONValue? {
        switch link {
        case .some(let link): link.greeting
        case nil: nil
        }
    }

    func send(_ line: String) {
        switch link {
        case .some(let link): link.client.send(line)
        case nil: return
        }
    }

    /// Waits for a line, for `other`, or for an instant; nil waits without a limit.
    mutating func next(
        or other: Int32, until instant: MonotonicInstant?
    ) throws(ProgramFailure) -> StreamClient.Event {
        do throws(ClientFailure) {
            return try link?.client.next(or: other, timeout: instant.map(Self.left)) ?? .ended
        } catch {
            throw ProgramFailure(error)
        }
    }

    func tell(_ text: String) { _ = StandardStream.error.write("\(command): \(text)\n") }

    /// Waits for a signal, at most until an instant; returns the exit code of the signal.
    func wait(
        for interruption: borrowing Interruption, until instant: MonotonicInstant
    ) throws(ProgramFailure) -> ExitCode? {
        do throws(SystemFailure) {
            let isReady = try Poll.readable(interruption.raw, timeout: Self.left(until: instant))
            guard isReady else { return nil }
        } catch {
            throw ProgramFailure(.failure, "cannot wait: \(error)")
        }
        return try interruption.read()
    }

    private static func left(until instant: MonotonicInstant) -> Duration {
        max(.zero, instant - MonotonicClock.now)
    }
}
