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
    ///   - patienceMilliseconds: how long to wait, at most twice: to be let in, then greeted.
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

    /// Throws `interrupted` if `other` can be read before the greeting has come.
    ///
    /// - Parameter other: a descriptor whose readability ends the wait, such as one of signals.
    init(
        candidates: [String], patienceMilliseconds: Int = 10_000, or other: Int32? = nil
    ) throws(ClientFailure) {
        var client = try StreamClient(
            candidates: candidates, or: other, timeoutMilliseconds: patienceMilliseconds)
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
        let line: ArraySlice<UInt8>
        switch try client.next(or: other, timeoutMilliseconds: patienceMilliseconds) {
        case .line(let first): line = first
        case .interrupted: throw .interrupted
        case .timedOut, .ended: throw .silent
        }
        let greeting = JSONValue(line: line)
        if let refusal = greeting.flatMap(ClientFailure.init(refusal:)) { throw refusal }
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
        if let refusal = value.flatMap(ClientFailure.init(refusal:)) { throw StartFailure(refusal) }
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

extension ClientFailure {
    /// Nil if the line is no error.
    fileprivate init?(refusal line: JSONValue) {
        guard line["type"]?.text == "error" else { return nil }
        self = .refused(
            code: line["code"]?.text ?? "", line["reason"]?.text ?? "an error without a reason")
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
        case .interrupted, .system: self.init(.failure, failure.description)
        }
    }
}
