import CivilTime
import Readout
import WireProtocol

/// A command that the user gives to the fleet.
enum FleetCommand: Equatable, Sendable {
    case pause(String), resume(String), stop(String)
    case start

    /// The most commands that may wait for answers at once.
    static let waitingMax = 16

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

extension CommandDialog<FleetCommand> {
    /// Whether no more commands may wait for answers.
    var isFull: Bool { waiting.count >= FleetCommand.waitingMax }

    /// The notice while commands wait for answers: it names the newest; nil if none waits.
    var waitingNotice: String? { newest { "waiting for the daemon: \($0.name)" } }

    /// Words about the newest command that waits, and how many others there are.
    private func newest(_ words: (FleetCommand) -> String) -> String? {
        let waiting = waiting
        let more = waiting.count > 1 ? ", and \(waiting.count - 1) more" : ""
        return waiting.last.map { words($0) + more }
    }

    /// Gives up the question and all unanswered commands after the link was lost.
    mutating func loseLink() {
        let doubts = [
            newest(\.doubt), question.map { _ in "not done: the link is lost" },
        ].compactMap(\.self)
        forget(doubt: doubts.isEmpty ? nil : doubts.joined(separator: "; "))
    }
}
