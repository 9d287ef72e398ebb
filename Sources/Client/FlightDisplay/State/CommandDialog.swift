import CivilTime
import Readout
import Terminal
import WireProtocol

/// A command that the user gives to the fleet.
enum FleetCommand: Equatable, Sendable {
    case pause(String), resume(String), stop(String)
    case start

    /// The question that the user has to confirm.
    var question: String {
        switch self {
        case .pause(let session): "pause \(session)?"
        case .resume(let session): "resume \(session)?"
        case .stop(let session): "stop \(session)?"
        case .start: "start a session?"
        }
    }

    /// The result for the notice line: `s7.0 pauses at 12:34:56`, in the fleet's zone.
    func text(_ answer: JSONValue, in zone: TimeZoneRules) -> String {
        let time = answer["at"]?.instant.map { NumberText.timeOfDay($0, in: zone) } ?? "?"
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

    /// The notice when the link is lost before the answer comes.
    var doubt: String {
        switch self {
        case .pause(let session): "not known whether \(session) was paused"
        case .resume(let session): "not known whether \(session) was resumed"
        case .stop(let session): "not known whether \(session) was stopped"
        case .start: "not known whether a session was started"
        }
    }

    /// The command in words, for notices about its failure.
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

/// The dialog about commands: the user is asked, the request is sent, the daemon answers.
struct CommandDialog: Equatable, Sendable {
    /// The command that waits for the user's confirmation.
    var question: FleetCommand?
    /// Requests that have not been sent yet.
    var unsent: [String] = []
    /// The notice about commands without an answer, or not sent at all, after the link was lost.
    var doubt: String?
    /// Whether a lost link took the question off the screen, so that the next key may still be
    /// meant as its answer.
    private var isAnswerLate = false
    /// Commands that wait for the daemon's answer, by the number in their request id.
    private var sent: [Int: FleetCommand] = [:]
    private var count = 0

    /// The most commands that may wait for answers at once.
    private static let waitingMax = 16

    var isFull: Bool { sent.count >= Self.waitingMax }

    /// The notice while commands wait for answers: it names the newest; nil if none waits.
    var waiting: String? {
        guard let newest = sent.max(by: { $0.key < $1.key })?.value else { return nil }
        let more = sent.count > 1 ? ", and \(sent.count - 1) more" : ""
        return "waiting for the daemon: \(newest.name)\(more)"
    }

    /// Sends a command that the user has confirmed.
    mutating func send(_ command: FleetCommand) {
        count += 1
        sent[count] = command
        unsent.append(command.request(id: Self.id(count)))
    }

    private static func id(_ number: Int) -> String { "command.\(number)" }

    /// Ends the command that an answer belongs to, and returns it; nil if it belongs to none.
    mutating func end(_ answer: JSONValue) -> FleetCommand? {
        guard let id = answer["id"]?.text,
            let number = sent.keys.first(where: { Self.id($0) == id })
        else { return nil }
        return sent.removeValue(forKey: number)
    }

    /// Gives up all unanswered commands after the link was lost.
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

    /// Consumes the key that comes after a lost link took a question off the screen. Returns true
    /// if the key was meant as the answer: it must then do nothing else.
    mutating func takeLateAnswer(_ key: Key) -> Bool {
        defer { isAnswerLate = false }
        let answers = "yYnN".map(Key.character)
        return isAnswerLate && answers.contains(key)
    }
}
