import CommandLine
import LinuxIO
import WireProtocol

/// A connection to a daemon that has greeted and speaks a protocol that the client knows.
package struct DaemonLink: ~Copyable {
    package var client: StreamClient
    /// The daemon's first line.
    package let greeting: JSONValue
    private let patienceMilliseconds: Int

    package static let usualPatienceMilliseconds = 10_000

    /// - Parameters:
    ///   - socketPath: the socket to use; nil for the one that the flags name.
    ///   - patienceMilliseconds: the limit of each wait: for the connection, for the greeting, for
    ///     an answer; nil for what the flags say.
    package init(
        _ flags: ParsedFlags, socketPath: String? = nil, patienceMilliseconds: Int? = nil
    ) throws(ProgramFailure) {
        let said = try flags.patienceMilliseconds
        let patience = patienceMilliseconds ?? said
        do throws(ClientFailure) {
            try self.init(
                candidates: Self.candidates(flags, socketPath: socketPath),
                patienceMilliseconds: patience)
        } catch {
            throw ProgramFailure(error)
        }
    }

    /// Throws `interrupted` if `other` becomes readable before the greeting has arrived.
    ///
    /// - Parameter other: a descriptor whose readability ends the wait, such as one of signals.
    package init(
        candidates: [String], patienceMilliseconds: Int = usualPatienceMilliseconds,
        or other: Int32? = nil
    ) throws(ClientFailure) {
        self.patienceMilliseconds = patienceMilliseconds
        var client = try StreamClient(
            candidates: candidates, or: other, timeoutMilliseconds: patienceMilliseconds)
        greeting = try Self.greeting(&client, patienceMilliseconds, or: other)
        self.client = client
    }

    /// The paths of the sockets to try, in order.
    package static func candidates(_ flags: ParsedFlags, socketPath: String?) -> [String] {
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
        guard let greeting, greeting.type == .hello else {
            throw .protocolViolation("it does not greet; is this runwayd's socket?")
        }
        let version = greeting["proto"]?.text ?? ""
        guard version.split(separator: ".").first == "\(ProtocolVersion.major)" else {
            throw .protocolViolation("it speaks version \(version), not \(ProtocolVersion.text)")
        }
        return greeting
    }

    /// Sends a request of the name `type` and returns the first line of this type, raw.
    package mutating func ask(
        _ line: String, for type: String
    ) throws(ProgramFailure) -> ArraySlice<UInt8> {
        do throws(ClientFailure) {
            let (answer, value) = try answer(to: line, type, request: type)
            if let refusal = value.flatMap(ClientFailure.init(refusal:)) { throw refusal }
            return answer
        } catch {
            throw ProgramFailure(error)
        }
    }

    /// Sends a request and returns the first line that is of `type` or an error, raw and read.
    ///
    /// - Parameter request: what is asked for, to be named if no answer comes.
    package mutating func answer(
        to line: String, _ type: String, request: String
    ) throws(ClientFailure) -> (line: ArraySlice<UInt8>, value: JSONValue?) {
        client.send(line)
        let patience = AnswerPatience(
            milliseconds: patienceMilliseconds, from: MonotonicClock.nowMicroseconds)
        while let left = patience.milliseconds(
            at: MonotonicClock.nowMicroseconds, heardAt: client.heardAt)
        {
            switch try client.next(timeoutMilliseconds: left) {
            case .line(let answer):
                let value = JSONValue(line: answer)
                if [type, "error"].contains(value?["type"]?.text) { return (answer, value) }
                if let farewell = value.flatMap(ClientFailure.init(farewell:)) { throw farewell }
            case .timedOut, .interrupted: continue
            case .ended: throw .linkLost
            }
        }
        let waited = patience.waitedMilliseconds(at: MonotonicClock.nowMicroseconds)
        throw .unanswered(request: request, milliseconds: waited)
    }
}

extension ClientFailure {
    /// Nil if the line is no error.
    fileprivate init?(refusal line: JSONValue) {
        guard line.type == .error else { return nil }
        self = .refused(
            code: line["code"]?.text ?? "", line["reason"]?.text ?? "an error without a reason",
            mayPass: line["retryable"] == .boolean(true))
    }

    /// Nil if the line is no `bye`.
    fileprivate init?(farewell line: JSONValue) {
        guard line.type == .bye else { return nil }
        self = .dismissed(LinkLoss(goodbye: line).reason)
    }
}

extension ProgramFailure {
    package init(_ failure: ClientFailure) {
        switch failure {
        case .noDaemon: self.init(.unavailable, failure.description)
        case .permission: self.init(.permission, failure.description)
        case .badPath: self.init(.usage, failure.description)
        case .linkLost, .dismissed: self.init(.linkLost, failure.description)
        case .refused(_, _, let mayPass):
            self.init(mayPass ? .unavailable : .refused, failure.description)
        case .silent, .unanswered: self.init(.unavailable, failure.description)
        case .protocolViolation: self.init(.protocolViolation, failure.description)
        case .interrupted, .system: self.init(.failure, failure.description)
        }
    }
}
