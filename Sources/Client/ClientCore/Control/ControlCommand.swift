import CommandLine
import LinuxIO
import PlainText
import StreamClient
import Vocabulary
import WireProtocol

/// `runway start`, `pause`, `resume` and `stop`: commands on a daemon's sessions.
enum ControlCommand: String, CaseIterable {
    case start, pause, resume, stop

    var table: FlagTable {
        switch self {
        case .start:
            FlagTable(
                command: "runway start",
                summary: "starts a session on a lane of its own, which flies it once.",
                examples: [
                    "runway start tempo", "runway start --plan long --at 07:30",
                    "runway start --athlete 1 --json | jq -r .session",
                ],
                flags: Self.startFlags + Command.answerFlags, operand: "[KIND]",
                operandFlag: "--plan")
        case .pause: changeTable("lets a session's time stand still.")
        case .resume: changeTable("lets a session go on that was paused.")
        case .stop: changeTable("ends a session; its lane stands until the next one begins.")
        }
    }

    private func changeTable(_ summary: String) -> FlagTable {
        FlagTable(
            command: "runway \(rawValue)", summary: summary,
            examples: [
                "runway \(rawValue) s1", "runway \(rawValue) s1 s2",
                "runway \(rawValue) s1.0 --json",
            ],
            flags: [Self.sessionFlag] + Command.answerFlags, operand: Self.operand,
            operandFlag: Self.sessionFlag.name)
    }

    private static let operand = "SESSION..."
    private static let sessionFlag = Flag(
        "--session", value: "NAMES", "Sessions or lanes, such as s0,s7.2, as SESSION.")
    private static let startFlags = [
        Flag(
            "--plan", value: "KIND", of: .word(PlanKind.allCases.map(\.rawValue)),
            "\(PlanKind.allCases.map(\.rawValue).joined(separator: ", ")) (default: drawn)."),
        Flag("--athlete", value: "LANE", "The number of the lane whose athlete flies."),
        Flag(
            "--at", value: "MOMENT", "In fleet time: \(Moment.formAhead) (default: at once)."),
    ]

    func run(_ flags: ParsedFlags) throws(ProgramFailure) -> ExitCode {
        let requests = try requests(flags)
        var link = try DaemonLink(flags)
        var code = ExitCode.success
        for (request, name) in requests {
            do throws(ProgramFailure) {
                _ = try Command.carryOut(request, named: name, flags, &link, text: text)
            } catch {
                // A failure of one command does not keep the others from being sent.
                guard requests.count > 1 else { throw error }
                flags.tell("\(name): \(error)")
                if code == .success { code = error.code }
            }
        }
        return code
    }

    /// The requests that the flags describe, and the name of each for messages.
    func requests(
        _ flags: ParsedFlags
    ) throws(ProgramFailure) -> [(line: String, name: String)] {
        guard self != .start else { return [(try request(flags, of: nil), rawValue)] }
        let sessions = (flags[Self.sessionFlag.name] ?? "").split(separator: ",").map(String.init)
        guard !sessions.isEmpty else {
            throw .usage(
                "no session is named",
                suggestion: "write \(flags.command) \(Self.operand), such as s7.0 or s7")
        }
        var requests: [(line: String, name: String)] = []
        for session in sessions {
            requests.append((try request(flags, of: session), "\(rawValue) \(session)"))
        }
        return requests
    }

    private func request(
        _ flags: ParsedFlags, of session: String?
    ) throws(ProgramFailure) -> String {
        try FlagRequest.make(rawValue) { line throws(ProgramFailure) in
            try appendFields(flags, of: session, to: &line)
        }.line
    }

    private func appendFields(
        _ flags: ParsedFlags, of session: String?, to line: inout LineBuffer
    ) throws(ProgramFailure) {
        switch self {
        case .start:
            line.appendField("plan", flags["--plan"])
            line.appendField(
                "athlete", try flags.integer("--athlete", in: 0...LaneID.limit - 1))
            line.appendField("at", flags["--at"])
        case .pause, .resume, .stop: line.appendField("session", session)
        }
    }

    /// `s7.0 pauses at 12:34:56 UTC`, in fleet time.
    func text(_ answer: JSONValue) -> String {
        let time = (answer["at"]?.text ?? "").dropFirst(11).prefix(8)
        return "\(answer["session"]?.text ?? "?") \(verb) at \(time) UTC"
    }

    private var verb: String {
        switch self {
        case .start: "starts"
        case .pause: "pauses"
        case .resume: "resumes"
        case .stop: "stops"
        }
    }
}

/// Commands that change something, of which the daemon's answer says what has become of them.
extension Command {
    /// Sends a request and prints the answer.
    ///
    /// - Parameters:
    ///   - name: what the request is called if no answer comes.
    ///   - text: the answer for people.
    static func carryOut(
        _ request: String, named name: String, _ flags: ParsedFlags, _ link: inout DaemonLink,
        text: (JSONValue) -> String
    ) throws(ProgramFailure) -> ExitCode {
        let (line, value) = try answer(to: request, named: name, &link)
        guard let value, value.type == .ok else { throw refusal(value) }
        flags.tell(value["note"]?.text)
        try JSONOutput.print(line, flags) { "\(text(value))\n" }
        return .success
    }

    /// Waits for the answer. If it does not come, the failure says that the command may have been
    /// carried out all the same.
    private static func answer(
        to request: String, named name: String, _ link: inout DaemonLink
    ) throws(ProgramFailure) -> (line: ArraySlice<UInt8>, value: JSONValue?) {
        do throws(ClientFailure) {
            return try link.answer(to: request, "ok", request: name)
        } catch {
            let failure = ProgramFailure(error)
            throw ProgramFailure(
                failure.code,
                "\(failure); whether it was carried out is unknown: see runway sessions first")
        }
    }

    /// The failure that an error line becomes: temporary if the error is retryable, else refused,
    /// or not permitted.
    static func refusal(_ answer: JSONValue?) -> ProgramFailure {
        let flag = answer?["field"]?.text.flatMap { field in
            let flag = FlagRequest.flag(for: field)
            return flag.hasPrefix("--") ? "\(flag):" : nil
        }
        let suggestion = answer?["suggestion"]?.text.map {
            FlagRequest.suggestion($0, field: answer?["field"]?.text)
        }
        let sentences =
            [flag, answer?["description"]?.text, answer?["reason"]?.text, suggestion]
            .compactMap { $0 }
        let mayPass = answer?["retryable"] == .boolean(true)
        let code = answer?["code"]?.text
        return ProgramFailure(
            mayPass ? .temporaryFailure : .refusal(code: code), sentences.joined(separator: " "))
    }
}
