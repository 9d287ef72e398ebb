import CommandLine
import LinuxIO
import WireProtocol

/// A connection to a daemon that has greeted and speaks a protocol that the client knows.
package struct DaemonLink: ~Copyable {
    package var client: StreamClient
    /// The daemon's first line.
    package let greeting: JSONValue
    private let patience: Duration

    package static let usualPatience = Duration.seconds(10)

    /// - Parameters:
    ///   - socketPath: the socket to use; nil for the one that the flags name.
    ///   - patience: the limit of a wait for connection, greeting or answer; nil for the flags'.
    package init(
        _ flags: ParsedFlags, socketPath: String? = nil, patience: Duration? = nil
    ) throws(ProgramFailure) {
        let said = try flags.patience
        do throws(ClientFailure) {
            try self.init(
                candidates: Self.candidates(flags, socketPath: socketPath),
                patience: patience ?? said)
        } catch {
            throw ProgramFailure(error)
        }
    }

    /// Throws `interrupted` if `other` becomes readable before the greeting has arrived.
    ///
    /// - Parameter other: a descriptor whose readability ends the wait, such as one of signals.
    package init(
        candidates: [String], patience: Duration = usualPatience, or other: Int32? = nil
    ) throws(ClientFailure) {
        self.patience = patience
        var client = try StreamClient(candidates: candidates, or: other, timeout: patience)
        greeting = try Self.greeting(&client, patience, or: other)
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
        _ client: inout StreamClient, _ patience: Duration, or other: Int32?
    ) throws(ClientFailure) -> JSONValue {
        let line: ArraySlice<UInt8>
        switch try client.next(or: other, timeout: patience) {
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

    /// Sends a request and hands on each line of a type that answers it, up to its `ok`.
    ///
    /// - Parameters:
    ///   - request: the name of the request, for the error if no answer comes.
    ///   - take: is called with each line, raw and read; returns whether to go on.
    /// - Returns: the `ok`; nil if `take` has ended it before.
    package mutating func ask(
        _ line: String, for request: String, rows type: LineType,
        _ take: (ArraySlice<UInt8>, JSONValue) throws(ProgramFailure) -> Bool
    ) throws(ProgramFailure) -> JSONValue? {
        client.send(line)
        while true {
            let (answer, value): (ArraySlice<UInt8>, JSONValue?)
            do throws(ClientFailure) {
                (answer, value) = try next(of: [type.rawValue, "ok"], request: request)
                if let refusal = value.flatMap(ClientFailure.init(refusal:)) { throw refusal }
            } catch {
                throw ProgramFailure(error)
            }
            guard let value else { continue }
            if value.type == .ok { return value }
            guard try take(answer, value) else { return nil }
        }
    }

    /// Sends a request and returns the first line that is of `type` or an error, raw and read.
    ///
    /// - Parameter request: the name of the request, for the error if no answer comes.
    /// - Throws: if the link is lost, if a `bye` comes, or if no answer comes in time.
    package mutating func answer(
        to line: String, _ type: String, request: String
    ) throws(ClientFailure) -> (line: ArraySlice<UInt8>, value: JSONValue?) {
        client.send(line)
        return try next(of: [type], request: request)
    }

    /// The next line that is of one of the types or an error.
    private mutating func next(
        of types: [String], request: String
    ) throws(ClientFailure) -> (line: ArraySlice<UInt8>, value: JSONValue?) {
        let wait = AnswerPatience(patience, from: MonotonicClock.now)
        while let left = wait.left(at: MonotonicClock.now, heardAt: client.heardAt) {
            switch try client.next(timeout: left) {
            case .line(let answer):
                let value = JSONValue(line: answer)
                if (types + ["error"]).contains(value?["type"]?.text ?? "") {
                    return (answer, value)
                }
                if let farewell = value.flatMap(ClientFailure.init(farewell:)) { throw farewell }
            case .timedOut, .interrupted: continue
            case .ended: throw .linkLost
            }
        }
        throw .unanswered(request: request, waited: wait.waited(at: MonotonicClock.now))
    }
}

extension ClientFailure {
    /// Nil if the line is no error.
    fileprivate init?(refusal line: JSONValue) {
        guard line.type == .error else { return nil }
        let code = line["code"]?.text ?? ""
        let reason = line["reason"]?.text ?? "an error without a reason"
        // A user who lacks a right cannot find the remedy alone, so the daemon's is shown.
        let isOfRights = ErrorCode(rawValue: code)?.isOfRights ?? false
        let remedy = isOfRights ? line["suggestion"]?.text : nil
        self = .refused(
            code: code, remedy.map { "\(reason) \($0)" } ?? reason,
            mayPass: line["retryable"] == .boolean(true))
    }

    /// Nil if the line is no `bye`.
    fileprivate init?(farewell line: JSONValue) {
        guard line.type == .bye else { return nil }
        self = .dismissed(LinkLoss(goodbye: line).reason)
    }
}

extension ExitCode {
    /// The exit code of a program whose request the daemon refuses, and would refuse again.
    ///
    /// - Parameter code: of the error on the wire.
    package static func refusal(code: String?) -> ExitCode {
        let isOfRights = code.flatMap(ErrorCode.init(rawValue:))?.isOfRights ?? false
        return isOfRights ? .permission : .refused
    }
}

extension ProgramFailure {
    package init(_ failure: ClientFailure) {
        switch failure {
        case .noDaemon: self.init(.unavailable, failure.description)
        case .permission: self.init(.permission, failure.description)
        case .badPath: self.init(.usage, failure.description)
        case .linkLost, .dismissed: self.init(.linkLost, failure.description)
        case .refused(let code, _, let mayPass):
            self.init(
                mayPass ? .temporaryFailure : .refusal(code: code), failure.description)
        case .silent, .unanswered: self.init(.unavailable, failure.description)
        case .protocolViolation: self.init(.protocolViolation, failure.description)
        case .interrupted, .system: self.init(.failure, failure.description)
        }
    }
}
