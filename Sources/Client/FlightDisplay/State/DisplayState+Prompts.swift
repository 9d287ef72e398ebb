import Terminal
import Vocabulary
import WireProtocol

/// Commands (pause, resume, stop, start): the question, the key that answers it, the daemon's
/// answer.
extension DisplayState {
    mutating func askToPause() {
        guard let subject else { return notice = "no session is chosen" }
        ask(FleetCommand(subject.state == .paused ? .resume : .pause, subject.session))
    }

    mutating func askToStop() {
        guard let subject else { return notice = "no session is chosen" }
        ask(FleetCommand(.stop, subject.session))
    }

    mutating func ask(_ command: FleetCommand) {
        guard link.loss == nil, fleet != nil else { return notice = "no link to the daemon" }
        guard !commands.isFull else { return notice = "too many commands wait for their answers" }
        commands.question = command
    }

    /// The session that commands apply to: the selected row of the table, or the flight on the
    /// screen.
    var subject: (session: String, state: SessionState?)? {
        switch preferences.view {
        case .fleet:
            let row = picture.selected.flatMap { picture.table.rows[$0] }
            return row.map { ($0.session, $0.state) }
        case .flight:
            return picture.flight.map { flight in
                (flight.card.session, flight.isPaused ? .paused : flight.card.state)
            }
        }
    }

    /// Handles a key as the answer to the question. Returns false if there is no question, or if
    /// the key also has to do its usual work.
    mutating func takeAnswer(_ key: Key) -> Bool {
        guard key != .control("c"), let (command, isYes) = commands.answer(with: key) else {
            return false
        }
        if isYes {
            commands.send(command, command.request)
        } else {
            notice = "not done: \(command.name)"
        }
        return true
    }

    mutating func takeCommandAnswer(_ line: JSONValue) {
        guard let command = commands.end(line) else { return }
        notice = command.text(line, in: zone)
        list.pager.refreshSoon()
    }

    /// Handles an error; returns true if it answers a command.
    mutating func takeCommandRefusal(_ line: JSONValue) -> Bool {
        guard let command = commands.end(line) else { return false }
        let reason = line["reason"]?.text ?? line["description"]?.text ?? "refused"
        notice = "\(command.name): \(reason)"
        return true
    }
}

/// The prompt for the table's filter. Each key changes the list at once.
extension DisplayState {
    mutating func beginFilter() {
        guard preferences.view == .fleet else { return }
        list.filterBefore = pager.wanted.match
    }

    /// Handles a key of the filter prompt. Returns false if the prompt is closed, or if the key
    /// also has to do its usual work.
    mutating func takeFilter(_ key: Key) -> Bool {
        guard let before = list.filterBefore else { return false }
        switch key {
        case .character(let character): append(character)
        case .backspace: changeList { $0.match = String($0.match.dropLast()) }
        case .control("u"): changeList { $0.match = "" }
        case .control("w"): changeList { $0.match = Self.withoutLastWord($0.match) }
        case .enter, .tab: list.filterBefore = nil
        case .escape:
            list.filterBefore = nil
            changeList { $0.match = before }
        case _: return false
        }
        return true
    }

    private mutating func append(_ character: Character) {
        let match = pager.wanted.match + String(character)
        guard match.utf8.count <= FleetQuery.matchBytesMax else {
            return notice = "a filter has \(FleetQuery.matchBytesMax) bytes at most"
        }
        changeList { $0.match = match }
    }

    private static func withoutLastWord(_ text: String) -> String {
        let trimmed = text.reversed().drop { $0 == " " }.drop { $0 != " " }
        return String(trimmed.reversed())
    }
}

extension DisplayState {
    /// Handles a key while the help is open: it scrolls the help or closes it.
    ///
    /// - Parameter now: when the key came.
    mutating func takeInHelp(_ key: Key, at now: MonotonicInstant) {
        let sections = HelpText(Frame(self, at: now)).sections
        switch key {
        case .home, .character("g"): help = HelpScroll()
        case .end, .character("G"): help?.scroll(by: Int(Int32.max), sections, size)
        case _: if help?.take(key, sections, size) == false { help = nil }
        }
    }
}
