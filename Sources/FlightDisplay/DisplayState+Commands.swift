import Terminal
import WireProtocol

/// Pause, resume, stop and start: asked once more, sent, and what the daemon says to it.
extension DisplayState {
    mutating func askToPause() {
        guard let subject else { return notice = "no session is chosen" }
        switch subject.state {
        case .paused: ask(.resume(subject.session))
        case .scheduled, .flying, .landed, nil: ask(.pause(subject.session))
        }
    }

    mutating func askToStop() {
        guard let subject else { return notice = "no session is chosen" }
        ask(.stop(subject.session))
    }

    mutating func ask(_ command: FleetCommand) {
        guard link.loss == nil, fleet != nil else { return notice = "no link to the daemon" }
        guard !commands.isFull else { return notice = "too many commands wait for their answers" }
        commands.question = command
    }

    /// The session that a command is about: the marked one, or the one that is flown.
    var subject: (session: String, state: SessionState?)? {
        switch preferences.view {
        case .fleet:
            let row = picture.marked.flatMap { picture.table.rows[$0] }
            return row.map { ($0.session, $0.state) }
        case .flight:
            return picture.flight.map { flight in
                (flight.card.session, flight.isPaused ? .paused : flight.card.state)
            }
        }
    }

    /// Takes a key as the answer to the question; false if there was none, or the key has to do
    /// its own work nevertheless.
    mutating func takeAnswer(_ key: Key) -> Bool {
        guard let question = commands.question, key != .control("c") else { return false }
        commands.question = nil
        switch key {
        case .character("y"), .character("Y"): commands.send(question)
        case _: notice = "not done: \(question.name)"
        }
        return true
    }

    mutating func takeCommandAnswer(_ line: JSONValue) {
        guard let command = commands.end(line) else { return }
        notice = command.text(line)
        pager.noteNews()
    }

    /// Takes an error; true if it answers a command.
    mutating func takeCommandRefusal(_ line: JSONValue) -> Bool {
        guard let command = commands.end(line) else { return false }
        let reason = line["reason"]?.text ?? line["description"]?.text ?? "refused"
        notice = "\(command.name): \(reason)"
        return true
    }
}
