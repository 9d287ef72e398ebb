import Terminal
import WireProtocol

/// Something that the user can have done to the fleet.
enum FleetCommand: Equatable, Sendable {
    case pause(String), resume(String), stop(String)
    case start

    /// What is asked before it is done.
    var question: String {
        switch self {
        case .pause(let session): "pause \(session)?"
        case .resume(let session): "resume \(session)?"
        case .stop(let session): "stop \(session)?"
        case .start: "start a session?"
        }
    }

    /// What it has led to: `s7.0 pauses at 12:34:56`, in fleet time.
    func text(_ answer: JSONValue) -> String {
        let time = (answer["at"]?.text ?? "").dropFirst(11).prefix(8)
        return "\(answer["session"]?.text ?? session ?? "?") \(verb) at \(time)"
    }

    private var verb: String {
        switch self {
        case .pause: "pauses"
        case .resume: "resumes"
        case .stop: "stops"
        case .start: "starts"
        }
    }

    /// What is not known when no answer comes.
    var doubt: String {
        switch self {
        case .pause(let session): "not known whether \(session) was paused"
        case .resume(let session): "not known whether \(session) was resumed"
        case .stop(let session): "not known whether \(session) was stopped"
        case .start: "not known whether a session was started"
        }
    }

    /// The name of what it is about, for what went wrong.
    var name: String { String(question.dropLast()) }

    private var session: String? {
        switch self {
        case .pause(let session), .resume(let session), .stop(let session): session
        case .start: nil
        }
    }

    /// The whole request, without its newline.
    func request(id: String) -> String {
        var line = LineBuffer()
        line.append(#"{"op":"#)
        line.appendJSONString(String(name.prefix { $0 != " " }))
        line.appendField("id", id)
        line.appendField("session", session)
        line.append("}")
        return line.text
    }
}

/// The talk about commands: asked of the user, sent to the daemon, answered by it.
struct CommandDialog: Equatable, Sendable {
    /// What the user is asked to confirm.
    var question: FleetCommand?
    /// Requests that have yet to leave.
    var unsent: [String] = []
    /// What nobody will ever answer, or what was not done, because the link was lost.
    var doubt: String?
    /// Whether the question went away with the link, so that the next key may be its answer.
    private var isAnswerLate = false
    /// What waits for its answer, by the number that is its id's.
    private var sent: [Int: FleetCommand] = [:]
    private var count = 0

    /// So many may wait for their answers.
    private static let waitingMax = 16

    var isFull: Bool { sent.count >= Self.waitingMax }

    /// Which command waits for its answer, the newest of them by name; nil if none does.
    var waiting: String? {
        guard let newest = sent.max(by: { $0.key < $1.key })?.value else { return nil }
        let more = sent.count > 1 ? ", and \(sent.count - 1) more" : ""
        return "waiting for the daemon: \(newest.name)\(more)"
    }

    /// The user has agreed.
    mutating func send(_ command: FleetCommand) {
        count += 1
        sent[count] = command
        unsent.append(command.request(id: Self.id(count)))
    }

    private static func id(_ number: Int) -> String { "command.\(number)" }

    /// The command that an answer belongs to; it is over with that.
    mutating func end(_ answer: JSONValue) -> FleetCommand? {
        guard let id = answer["id"]?.text,
            let number = sent.keys.first(where: { Self.id($0) == id })
        else { return nil }
        return sent.removeValue(forKey: number)
    }

    /// The link is lost: what has not been answered never will be.
    mutating func forget() {
        let open = sent.sorted { $0.key < $1.key }.map(\.value)
        let more = open.count > 1 ? ", and \(open.count - 1) more" : ""
        let doubts = [
            open.last.map { $0.doubt + more }, question.map { _ in "not done: the link is lost" },
        ].compactMap(\.self)
        if !doubts.isEmpty { doubt = doubts.joined(separator: "; ") }
        isAnswerLate = isAnswerLate || question != nil
        (question, unsent, sent) = (nil, [], [:])
    }

    /// Takes the key after a question has gone away with the link; true if it was meant for that,
    /// and must do nothing else.
    mutating func takeLateAnswer(_ key: Key) -> Bool {
        defer { isAnswerLate = false }
        let answers = "yYnN".map(Key.character)
        return isAnswerLate && answers.contains(key)
    }
}
