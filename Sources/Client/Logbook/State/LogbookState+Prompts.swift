import FlightDisplay
import Terminal
import Vocabulary

/// Typed lines, questions and confirmations.
extension LogbookState {
    /// Handles a key while a line is typed; false if none is.
    mutating func takeInPrompt(_ key: Key) -> Bool {
        guard let prompt else { return false }
        switch key {
        case .escape: self.prompt = nil
        case .enter: finish(prompt)
        case _: self.prompt?.edit(with: key)
        }
        return true
    }

    private mutating func finish(_ prompt: LogPrompt) {
        guard let calendar, let date else { return self.prompt = nil }
        let reader = LogPromptText(
            calendar: calendar, date: date, present: present, units: preferences.units)
        do throws(LogPromptText.Mistake) {
            switch prompt.subject {
            case .date:
                let limits = Self.dateLimits
                let wanted = try reader.date(prompt.text)
                guard limits.contains(wanted) else {
                    return notice = "days are known from 2000 to 2199"
                }
                place.date = wanted == today ? nil : wanted
                place.row = 0
                if place.page == .run { (place.page, place.run) = (.day, nil) }
            case .goal:
                preferences.goal = try reader.goal(prompt.text)
                preferences.keepsGoal = true
                notice = "the goal is \(preferences.goal) steps a day"
            case .athlete: show(lane: try reader.athlete(prompt.text, of: fleet))
            case .add(let metric): send(try reader.sample(metric, prompt.text))
            }
            self.prompt = nil
        } catch {
            notice = error.reason
        }
    }

    private mutating func send(_ command: HandCommand) {
        let lane = place.lane
        commands.send(command) { command.request(id: $0, lane: lane) }
    }

    /// Asks for a sample of the metric on the page; on the page of a day, for the body mass.
    mutating func askToAdd() {
        guard link.loss == nil, fleet != nil else { return notice = "no link to the daemon" }
        guard place.page == .metric else { return prompt = LogPrompt(.add(.bodyMass)) }
        guard let metric = place.metric.dayMetric else {
            return notice = "what only runs have cannot be added by hand"
        }
        prompt = LogPrompt(.add(metric))
    }

    mutating func askToRemove() {
        guard link.loss == nil, fleet != nil else { return notice = "no link to the daemon" }
        if place.page == .day {
            guard let entry = addedMass else {
                let stream = stream { want in
                    if case .values = want { true } else { false }
                }
                return notice =
                    stream?.isLive ?? true
                    ? "no body mass of this day was added by hand; for others: v, then x"
                    : "what was added to this day is being read; press x again"
            }
            return commands.question = .remove(entry)
        }
        let values = listedValues
        guard values.indices.contains(place.row) else {
            return notice = "choose a value of a metric first: v, then up and down"
        }
        guard let entry = values[place.row].entry else {
            return notice = "a whole day cannot be removed, only what was added to it by hand"
        }
        guard entry.isManual else {
            return notice = "only what was added by hand can be removed; this is \(entry.source)"
        }
        commands.question = .remove(entry)
    }

    /// Handles a key as the answer to a question; false if there is none.
    mutating func takeAnswer(_ key: Key) -> Bool {
        guard let (command, isYes) = commands.answer(with: key) else { return false }
        if isYes { send(command) } else { notice = "not removed" }
        return true
    }
}
