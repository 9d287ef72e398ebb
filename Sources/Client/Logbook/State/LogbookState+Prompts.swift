import FlightDisplay
import Terminal
import Vocabulary

/// Typed lines, questions and confirmations.
extension LogbookState {
    /// Handles a key while a line is typed; false if none is.
    mutating func takeInPrompt(_ key: Key) -> Bool {
        guard let prompt = dialog.prompt else { return false }
        switch key {
        case .character(let character): dialog.type(character)
        case .backspace: dialog.text = String(dialog.text.dropLast())
        case .control("u"): dialog.text = ""
        case .escape: dialog.close()
        case .enter: finish(prompt)
        case _: break
        }
        return true
    }

    private mutating func finish(_ prompt: LogDialog.Prompt) {
        guard let calendar, let date else { return dialog.close() }
        let reader = LogPromptText(
            calendar: calendar, date: date, present: present, units: preferences.units)
        do throws(LogPromptText.Mistake) {
            switch prompt {
            case .date:
                let limits = Self.dateLimits
                let wanted = try reader.date(dialog.text)
                guard limits.contains(wanted) else {
                    return notice = "days are known from 2000 to 2199"
                }
                place.date = wanted == today ? nil : wanted
                place.row = 0
                if place.page == .run { (place.page, place.run) = (.day, nil) }
            case .goal:
                preferences.goal = try reader.goal(dialog.text)
                preferences.keepsGoal = true
                notice = "the goal is \(preferences.goal) steps a day"
            case .athlete: show(lane: try reader.athlete(dialog.text, of: fleet))
            case .add(let metric):
                dialog.send(try reader.sample(metric, dialog.text), lane: place.lane)
            }
            dialog.close()
        } catch {
            notice = error.reason
        }
    }

    /// Asks for a sample of the metric on the page; on the page of a day, for the body mass.
    mutating func askToAdd() {
        guard link.loss == nil, fleet != nil else { return notice = "no link to the daemon" }
        guard place.page == .metric else { return dialog.open(.add(.bodyMass)) }
        guard let metric = place.metric.dayMetric else {
            return notice = "what only runs have cannot be added by hand"
        }
        dialog.open(.add(metric))
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
            return dialog.removal = entry
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
        dialog.removal = entry
    }

    /// Handles a key as the answer to a question; false if there is none.
    mutating func takeAnswer(_ key: Key) -> Bool {
        guard let entry = dialog.removal else { return false }
        dialog.removal = nil
        switch key {
        case .character("y"), .character("Y"): dialog.send(.remove(entry), lane: place.lane)
        case _: notice = "not removed"
        }
        return true
    }

    /// Handles a key while the help is open: it scrolls the help or closes it.
    mutating func takeInHelp(_ key: Key) {
        let page = HelpBox.pageRows(rows: size.rows)
        switch key {
        case .down, .character("j"): scrollHelp(by: 1)
        case .up, .character("k"): scrollHelp(by: -1)
        case .pageDown, .character(" "): scrollHelp(by: page)
        case .pageUp, .character("b"): scrollHelp(by: -page)
        case _: helpTop = nil
        }
    }

    private mutating func scrollHelp(by lines: Int) {
        let most = HelpBox.topMax(LogHelp.sections, columns: size.columns, rows: size.rows)
        helpTop = max(0, min((helpTop ?? 0) + lines, most))
    }
}
