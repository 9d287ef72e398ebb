import CommandLine
import LinuxIO

/// How a daemon comes to the socket that it listens on.
enum DaemonSocket {
    private static let backlog: Int32 = 4096

    /// The socket that the service manager has passed, else one made at `path`.
    ///
    /// A socket passed by the service manager outranks every setting: clients look for it there.
    static func open(
        at path: String, _ service: ServiceEnvironment
    ) throws(ProgramFailure) -> ListeningSocket {
        do throws(ActivationFailure) {
            if let passed = try SocketActivation.listener(service) { return passed }
        } catch {
            throw ProgramFailure(.usage, error.description)
        }
        return try make(at: path)
    }

    private static func make(at text: String) throws(ProgramFailure) -> ListeningSocket {
        let path: SocketPath
        do throws(SocketPathFailure) {
            path = try SocketPath(text)
        } catch {
            throw ProgramFailure(.usage, error.description)
        }
        if text == SocketLocation.system || text.hasSuffix("/runway/runwayd.sock") {
            // Only the folder of a default place is made: a mistyped path should be reported.
            _ = try? Directory.create(path.directory, mode: 0o755)
        }
        do throws(ListenFailure) {
            return try ListeningSocket.bind(path: path, backlog: backlog)
        } catch {
            throw ProgramFailure.listen(error)
        }
    }

    /// Where a daemon listens, and who has opened the socket there, for the log.
    ///
    /// - Parameter path: where it would listen if no socket had been passed.
    static func description(of listener: borrowing ListeningSocket, insteadOf path: String)
        -> String
    {
        guard listener.isPassed else { return listener.path.text }
        let instead = listener.path.text == path ? "" : ", instead of \(path)"
        return "\(listener.path) (from the service manager\(instead))"
    }
}

extension ProgramFailure {
    fileprivate static func listen(_ failure: ListenFailure) -> ProgramFailure {
        switch failure {
        case .busy, .locked: ProgramFailure(.temporaryFailure, failure.description)
        case .permission: ProgramFailure(.permission, failure.description)
        case .notASocket, .noDirectory, .narrowed, .system:
            ProgramFailure(.output, failure.description)
        }
    }
}
