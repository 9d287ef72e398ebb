import CivilTime
import Days
import JSON

/// One element of `events`, in the words of a file: `{ill: "2026-03-05", days: 4}` or
/// `{training: "+12 % in 8 weeks", from: "2026-03-02"}`.
enum OrderedEvent {
    /// The fields of an event beside the one that says what it is.
    enum Field: String, CaseIterable {
        case days, from
    }

    static let names = Finding.Kind.ordered.map(\.rawValue) + Field.allCases.map(\.rawValue)

    static let form =
        "a list of events, such as [{ill: \"2026-03-05\", days: 4}, "
        + "{training: \"+12 % in 8 weeks\", from: \"2026-03-02\"}], of "
        + Finding.Kind.ordered.map(\.rawValue).joined(separator: ", ")

    static let dateForm = "the first day, such as \"2026-03-05\""

    static func daysForm(of kind: Finding.Kind) -> String {
        let days = Finding.possibleDays(of: kind).map { "\($0.lowerBound) to \($0.upperBound)" }
        return "a whole number of days, \(days ?? "1 or more")"
    }

    static let trainingForm = "a rise in a number of weeks, such as \"+12 % in 8 weeks\""

    /// What an event of a kind is, for the manual.
    static func form(of kind: Finding.Kind) -> String {
        kind == .training
            ? "\(trainingForm), \(Finding.possibleGains.lowerBound) to "
                + "\(Finding.possibleGains.upperBound) %; from: \(dateForm)."
            : "\(dateForm); days: \(daysForm(of: kind))."
    }

    /// More days than any event may take; what may be is for the finding's problems to say.
    private static let mostDays = 100_000

    static func text(_ finding: Finding) -> String {
        let first = OrderedAthlete.quoted("\(finding.dates.lowerBound)")
        let days = finding.dates.upperBound - finding.dates.lowerBound + 1
        guard finding.kind == .training else {
            return "{\(finding.kind.rawValue): \(first), days: \(days)}"
        }
        let weeks = days / 7
        let training = "+\(finding.gain) % in \(weeks) week\(weeks == 1 ? "" : "s")"
        return "{training: \(OrderedAthlete.quoted(training)), from: \(first)}"
    }

    static func date(_ value: PlacedJSON) -> CivilDate? {
        AthleteReading.text(value).flatMap { CivilDate(parsing: $0) }
    }

    static func days(_ value: PlacedJSON) -> Int? {
        AthleteReading.number(value)?.integer.flatMap { Int(exactly: $0) }
            .flatMap { (1...mostDays).contains($0) ? $0 : nil }
    }

    /// `+12 % in 8 weeks`: percent and days.
    static func training(_ text: String) -> (gain: Int, days: Int)? {
        let words = text.replacing("%", with: " % ").split(separator: " ")
        guard words.count == 5, words[0].first == "+", words[1] == "%", words[2] == "in",
            ["week", "weeks"].contains(words[4]), let gain = number(words[0].dropFirst()),
            let weeks = number(words[3]), weeks > 0
        else { return nil }
        return (gain, 7 * weeks)
    }

    /// Up to four digits.
    private static func number(_ text: Substring) -> Int? {
        guard (1...4).contains(text.utf8.count), text.allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        return Int(text)
    }
}

extension AthleteReading {
    /// False if it is no list.
    mutating func readEvents(_ value: PlacedJSON, into findings: inout [Finding]?) -> Bool {
        guard case .array(let items) = value.content else { return false }
        let known = faults.count
        var read: [Finding] = []
        for item in items where !isFull {
            if let finding = finding(item) { read.append(finding) }
        }
        guard faults.count == known else { return true }
        findings = read
        say(read.problems, of: read, at: items)
        return true
    }

    /// Says what is wrong with the training of an athlete whose fitness is ordered.
    mutating func checkTraining(_ athlete: OrderedAthlete, _ item: PlacedJSON) {
        let field = item.fields.first { $0.name == AthleteField.events.rawValue }
        guard let findings = athlete.findings, case .array(let items)? = field?.value.content
        else { return }
        say(findings.problems(for: athlete.body), of: findings, at: items)
    }

    private mutating func say(
        _ problems: [PlacedFindingProblem], of findings: [Finding], at items: [PlacedJSON]
    ) {
        for (index, problem) in problems where !isFull {
            let name = findings[index].kind.rawValue
            let value = items[index].fields.first { $0.name == name }?.value
            say(
                (value ?? items[index]).offset, "events.\(name)", problem.reason,
                remedy: problem.suggestion)
        }
    }

    /// The finding of an event; nil, and the fault is said, if it is none.
    private mutating func finding(_ item: PlacedJSON) -> Finding? {
        guard case .object(let fields) = item.content else {
            note(item, "events", give: "an event, such as {ill: \"2026-03-05\", days: 4}")
            return nil
        }
        if let unknown = fields.first(where: { !OrderedEvent.names.contains($0.name) }) {
            noteUnknown(unknown, "of an event", among: OrderedEvent.names)
            return nil
        }
        let kinds = fields.compactMap { field in
            Finding.Kind(rawValue: field.name).map { (kind: $0, value: field.value) }
        }
        guard kinds.count == 1, let event = kinds.first else {
            let names = Finding.Kind.ordered.map(\.rawValue).joined(separator: ", ")
            say(
                item.offset, "events", "an event is one thing", remedy: "give one of \(names)")
            return nil
        }
        func value(_ field: OrderedEvent.Field) -> PlacedJSON? {
            fields.first { $0.name == field.rawValue }?.value
        }
        let (own, needless): (OrderedEvent.Field, OrderedEvent.Field) =
            event.kind == .training ? (.from, .days) : (.days, .from)
        if let value = value(needless) {
            let words = needless == .days ? "how long it takes" : "the first day"
            say(
                value.offset, "events.\(needless.rawValue)", "\(event.kind.rawValue) says \(words)",
                remedy: "leave it out")
            return nil
        }
        return event.kind == .training
            ? training(event.value, from: value(own)) : finding(event.kind, event.value, value(own))
    }

    /// The value of a field of an event; nil, and the fault is said, if it is missing or wrong.
    private mutating func read<Value>(
        _ field: PlacedJSON?, _ name: String, of event: PlacedJSON, _ form: String,
        _ value: (PlacedJSON) -> Value?
    ) -> Value? {
        guard let field else {
            say(event.offset, name, "it is missing", remedy: "give \(form)")
            return nil
        }
        guard let value = value(field) else {
            note(field, name, give: form)
            return nil
        }
        return value
    }

    private mutating func training(_ value: PlacedJSON, from: PlacedJSON?) -> Finding? {
        let rise = read(value, "events.training", of: value, OrderedEvent.trainingForm) {
            Self.text($0).flatMap(OrderedEvent.training)
        }
        guard let rise,
            let first = read(
                from, "events.from", of: value, OrderedEvent.dateForm, OrderedEvent.date)
        else { return nil }
        return Finding(.training, first...first.adding(days: rise.days - 1), gain: rise.gain)
    }

    private mutating func finding(
        _ kind: Finding.Kind, _ value: PlacedJSON, _ days: PlacedJSON?
    ) -> Finding? {
        guard
            let first = read(
                value, "events.\(kind.rawValue)", of: value, OrderedEvent.dateForm,
                OrderedEvent.date),
            let count = read(
                days, "events.days", of: value, OrderedEvent.daysForm(of: kind), OrderedEvent.days)
        else { return nil }
        return Finding(kind, first...first.adding(days: count - 1))
    }
}
