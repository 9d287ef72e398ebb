import DaemonCore
import LinuxIO
import Settings
import StreamClient
import WireProtocol

/// A connection to the daemon that the flags name, past its greeting.
struct DaemonLink: ~Copyable {
    var client: StreamClient
    /// The daemon's first line.
    let greeting: JSONValue

    /// - Parameters:
    ///   - socketPath: the socket to use; nil for the one that the flags name.
    ///   - patienceMilliseconds: how long to wait for the greeting.
    init(
        _ flags: ParsedFlags, socketPath: String? = nil, patienceMilliseconds: Int = 10_000
    ) throws(StartFailure) {
        do throws(ClientFailure) {
            try self.init(
                candidates: Self.candidates(flags, socketPath: socketPath),
                patienceMilliseconds: patienceMilliseconds)
        } catch {
            throw StartFailure(error)
        }
    }

    /// - Parameter other: a descriptor whose readability ends the wait for the greeting.
    init(
        candidates: [String], patienceMilliseconds: Int = 10_000, or other: Int32? = nil
    ) throws(ClientFailure) {
        var client = try StreamClient(candidates: candidates)
        greeting = try Self.greeting(&client, patienceMilliseconds, or: other)
        self.client = client
    }

    /// The sockets to try.
    static func candidates(_ flags: ParsedFlags, socketPath: String?) -> [String] {
        SocketLocation(
            flag: socketPath ?? flags["--socket"], variable: Environment.value("RUNWAY_SOCKET"),
            runtimeDirectory: Environment.value("XDG_RUNTIME_DIR")
        ).candidates
    }

    private static func greeting(
        _ client: inout StreamClient, _ patienceMilliseconds: Int, or other: Int32?
    ) throws(ClientFailure) -> JSONValue {
        guard
            case .line(let line) = try client.next(
                or: other, timeoutMilliseconds: patienceMilliseconds)
        else { throw .silent }
        let greeting = JSONValue(line: line)
        if let reason = greeting?["reason"]?.text { throw .refused(reason) }
        guard let greeting, greeting["type"]?.text == "hello" else {
            throw .protocolViolation("it does not greet; is this runwayd's socket?")
        }
        let version = greeting["proto"]?.text ?? ""
        guard version.split(separator: ".").first == "\(ProtocolVersion.major)" else {
            throw .protocolViolation("it speaks version \(version), not \(ProtocolVersion.text)")
        }
        return greeting
    }

    /// Sends a request and returns the first line that is of `type`, raw.
    mutating func ask(_ line: String, for type: String) throws(StartFailure) -> ArraySlice<UInt8> {
        let (answer, value) = try answer(to: line, type)
        guard value?["type"]?.text != "error" else {
            throw StartFailure(.refused(value?["reason"]?.text ?? "an error without a reason"))
        }
        return answer
    }

    /// Sends a request and returns the first line that is of `type` or an error, raw and read.
    mutating func answer(
        to line: String, _ type: String
    ) throws(StartFailure) -> (line: ArraySlice<UInt8>, value: JSONValue?) {
        do throws(ClientFailure) {
            client.send(line)
            while case .line(let answer) = try client.next(timeoutMilliseconds: 30_000) {
                let value = JSONValue(line: answer)
                if [type, "error"].contains(value?["type"]?.text) { return (answer, value) }
            }
            throw .linkLost
        } catch {
            throw StartFailure(error)
        }
    }
}

extension StartFailure {
    init(_ failure: ClientFailure) {
        switch failure {
        case .noDaemon: self.init(.unavailable, failure.description)
        case .permission: self.init(.permission, failure.description)
        case .badPath: self.init(.usage, failure.description)
        case .linkLost: self.init(.linkLost, failure.description)
        case .refused: self.init(.unavailable, failure.description)
        case .silent, .protocolViolation: self.init(.protocolViolation, failure.description)
        case .system: self.init(.failure, failure.description)
        }
    }
}
