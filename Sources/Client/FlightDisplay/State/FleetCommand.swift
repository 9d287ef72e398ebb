import CivilTime
import Readout
import WireProtocol

/// A command that the user gives to the fleet.
struct FleetCommand: Equatable, Sendable {
    enum Action: String, Sendable {
        case pause, resume, stop, start

        fileprivate var participle: String {
            switch self {
            case .pause, .resume: "\(rawValue)d"
            case .stop: "stopped"
            case .start: "started"
            }
        }
    }

    private let action: Action
    private let session: String?

    /// The most commands that may wait for answers at once.
    static let waitingMax = 16

    /// - Parameter session: nil for a session that the command starts.
    init(_ action: Action, _ session: String? = nil) {
        (self.action, self.session) = (action, session)
    }

    private var object: String { session ?? "a session" }

    /// The command in words.
    var name: String { "\(action) \(object)" }

    /// The question that the user has to confirm.
    var question: String { "\(name)?" }

    /// The notice when the link is lost before the answer comes.
    var doubt: String { "not known whether \(object) was \(action.participle)" }

    /// The result for the notice line: `s7.0 pauses at 12:34:56`, in the fleet's zone.
    func text(_ answer: JSONValue, in zone: TimeZoneRules) -> String {
        let time = answer["at"]?.instant.map { NumberText.timeOfDay($0, in: zone) } ?? "?"
        return "\(answer["session"]?.text ?? session ?? "?") \(action)s at \(time)"
    }

    /// The whole request, without its newline.
    func request(id: String) -> String {
        var line = LineBuffer()
        line.append(#"{"op":"#)
        line.appendJSONString(action.rawValue)
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
