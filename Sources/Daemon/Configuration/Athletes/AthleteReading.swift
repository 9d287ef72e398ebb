import CommandLine
import Days
import JSON
import PlainText
import Simulation
import Vocabulary

/// The list of the setting `athletes`, read element by element; or what is wrong with it.
struct AthleteReading {
    private(set) var athletes: [OrderedAthlete] = []
    private(set) var faults: [PlacedFault] = []

    static let form =
        "the path of a JSON5 file with a list of athletes, such as [{name: \"Ada\", age: 34}], or "
        + "in a configuration file the list itself"

    /// More athletes than lanes cannot fly.
    private static let longest = LaneID.limit / 2
    /// More faults than anybody reads at once are not kept.
    private static let mostFaults = 20

    /// Whether anything is wrong; what comes behind many faults is not read.
    var isFull: Bool { faults.count >= Self.mostFaults }

    init() {}

    /// Reads a list that has been parsed.
    init(of items: [PlacedJSON]) {
        for item in items { read(item) }
    }

    /// Reads a list as ``SettingValue/texts`` has it; nil if it is none.
    static func kept(_ text: String) -> [OrderedAthlete]? {
        var reading = AthleteReading()
        do {
            try PlacedJSON.elements(of: Array(text.utf8)[...], .json5, levels: levels) {
                reading.read($0)
            }
        } catch {
            return nil
        }
        return reading.faults.isEmpty ? reading.athletes : nil
    }

    /// The list, an athlete, the habits, their lists; it also bounds the recursion.
    static let levels = 8

    /// Reads the next element of the list.
    mutating func read(_ item: PlacedJSON) {
        guard !isFull else { return }
        guard athletes.count < Self.longest else {
            let remedy = "give at most \(Self.longest)"
            return say(item.offset, nil, "there are more athletes than lanes", remedy: remedy)
        }
        var athlete = OrderedAthlete()
        defer { athletes.append(athlete) }
        guard case .object(let fields) = item.content else {
            return note(item, nil, give: "an athlete, such as {name: \"Ada\", age: 34}")
        }
        let known = faults.count
        // What is given beside a preset outranks it, wherever it stands.
        for field in fields where field.name == AthleteField.like.rawValue {
            read(field.value, .like, into: &athlete)
        }
        for field in fields where field.name != AthleteField.like.rawValue && !isFull {
            guard let key = AthleteField(rawValue: field.name) else {
                noteUnknown(field, "of an athlete", among: AthleteField.allCases.map(\.rawValue))
                continue
            }
            read(field.value, key, into: &athlete)
        }
        checkFitness(fields)
        if faults.count == known { check(athlete, item) }
    }

    /// A best time says how fit the athlete is, and so does an oxygen uptake.
    private mutating func checkFitness(_ fields: [PlacedJSON.Field]) {
        let given = fields.filter {
            [AthleteField.oxygenUptake.rawValue, AthleteField.best.rawValue].contains($0.name)
        }
        guard given.count > 1 else { return }
        say(
            given[1].nameOffset, given[1].name, "it says what \(given[0].name) says",
            remedy: "keep one of the two")
    }

    private mutating func check(_ athlete: OrderedAthlete, _ item: PlacedJSON) {
        for problem in athlete.body.problems { say(problem, problem.field.rawValue, in: item) }
        let habits = item.fields.first { $0.name == AthleteField.habits.rawValue }?.value ?? item
        for problem in athlete.habits.problems {
            say(problem, problem.field.rawValue, in: habits, of: "habits.")
        }
        if athlete.body.problems.isEmpty { checkTraining(athlete, item) }
    }

    private mutating func say(
        _ problem: some InputProblem, _ field: String, in item: PlacedJSON, of group: String = ""
    ) {
        say(
            place(of: field, in: item), group + field, problem.reason, remedy: problem.suggestion)
    }

    /// Where a field stands, or else its object.
    private func place(of name: String, in item: PlacedJSON) -> Int {
        item.fields.first { $0.name == name }?.value.offset ?? item.offset
    }

    private mutating func read(
        _ value: PlacedJSON, _ key: AthleteField, into athlete: inout OrderedAthlete
    ) {
        let isRight =
            switch key {
            case .name, .like, .sex, .best, .device, .home, .route:
                Self.text(value).map { athlete.take($0, key) } ?? false
            case .age, .height, .mass, .restingHeartRate, .maximalHeartRate, .oxygenUptake,
                .cadence:
                Self.number(value).map { athlete.body.take($0, key) } ?? false
            case .habits: readHabits(value, into: &athlete.habits)
            case .events: readEvents(value, into: &athlete.findings)
            }
        if !isRight { note(value, key.rawValue, give: key.form) }
    }

    /// False if it is no object.
    private mutating func readHabits(_ value: PlacedJSON, into habits: inout HabitsOrder) -> Bool {
        guard case .object(let fields) = value.content else { return false }
        for field in fields where !isFull {
            guard let key = HabitField(rawValue: field.name) else {
                noteUnknown(field, "of habits", among: HabitField.allCases.map(\.rawValue))
                continue
            }
            guard !habits.take(field.value, key) else { continue }
            note(field.value, "habits.\(key.rawValue)", give: key.form)
        }
        return true
    }

    static func text(_ value: PlacedJSON) -> String? {
        guard case .text(let text) = value.content else { return nil }
        return text
    }

    static func number(_ value: PlacedJSON) -> JSONNumber? {
        guard case .number(let number) = value.content else { return nil }
        return number
    }

    // A misspelt field would leave drawn what was meant to be ordered: it is no mere warning.
    mutating func noteUnknown(
        _ field: PlacedJSON.Field, _ owner: String, among names: [String]
    ) {
        let name = String(field.name.prefix(Self.longestShown))
        let remedy =
            HabitField(rawValue: name) != nil
            ? "it belongs into habits"
            : AthleteField(rawValue: name) != nil
                ? "it belongs beside habits"
                : name.suggestion(from: names) ?? "give any of \(names.joined(separator: ", "))"
        say(field.nameOffset, name, "there is no such field \(owner)", remedy: remedy)
    }

    /// More characters of a name that is unknown say nothing.
    private static let longestShown = 40

    mutating func say(
        _ offset: Int, _ field: String?, _ sentence: String, remedy: String
    ) {
        faults.append(
            PlacedFault(offset: offset, key: field, statement: .sentence(sentence), remedy: remedy))
    }

    mutating func note(_ value: PlacedJSON, _ field: String?, give form: String) {
        faults.append(
            PlacedFault(
                offset: value.offset, key: field, statement: Self.statement(value),
                remedy: "give \(form)"))
    }

    private static func statement(_ value: PlacedJSON) -> SettingFinding.Statement {
        switch value.content {
        case .object(let fields) where !fields.isEmpty: .sentence("this object does not fit")
        case .array(let items) where !items.isEmpty: .sentence("this list does not fit")
        case .object: .sentence("the object is empty")
        case .array: .sentence("the list is empty")
        case _: .cannotBe(SettingDomain.athletes.shown(value.content))
        }
    }
}
