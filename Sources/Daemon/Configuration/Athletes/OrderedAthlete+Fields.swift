import CivilTime
import Days
import JSON
import PlainText
import Simulation
import Vocabulary

extension OrderedAthlete {
    /// False if the field cannot be the text.
    mutating func take(_ text: String, _ field: AthleteField) -> Bool {
        switch field {
        case .name:
            guard Self.isName(text) else { return false }
            name = text
        case .like:
            guard let preset = AthletePreset(rawValue: text) else { return false }
            (body, habits) = (preset.order, preset.habits)
        case .sex:
            guard let sex = AthleteFacts.Sex(rawValue: text) else { return false }
            body.sex = sex
        case .best:
            guard let best = BestTime.parse(text) else { return false }
            body.fitness = best
        case .device:
            guard let sensor = AthleteOrder.HeartRateSensor(rawValue: text) else { return false }
            body.sensor = sensor
        case .home:
            guard let region = Region(parsing: text) else { return false }
            home = region
        case .route where !text.isEmpty: route = text
        case _: return false
        }
        return true
    }

    private static func isName(_ text: String) -> Bool {
        (1...longestName).contains(text.count) && text.utf8.count <= 3 * longestName
            && text.unicodeScalars.allSatisfy(\.isPlain) && text.contains { !$0.isWhitespace }
    }
}

extension AthleteOrder {
    /// False if the field cannot be the number; whether it fits is for ``problems`` to say.
    mutating func take(_ number: JSONNumber, _ field: AthleteField) -> Bool {
        func whole() -> Int? { number.integer.flatMap { Int(exactly: $0) } }
        switch field {
        case .age:
            guard let years = whole() else { return false }
            age = years
        case .restingHeartRate:
            guard let rate = whole() else { return false }
            restingHeartRate = rate
        case .maximalHeartRate:
            guard let rate = whole() else { return false }
            maximalHeartRate = rate
        case .height: height = number.double
        case .mass: mass = number.double
        case .oxygenUptake: fitness = .oxygenUptake(number.double)
        case .cadence: cadence = number.double
        case _: return false
        }
        return true
    }
}

extension HabitsOrder {
    /// False if the field cannot be the value; whether it fits is for ``problems`` to say.
    mutating func take(_ value: PlacedJSON, _ field: HabitField) -> Bool {
        switch field {
        case .runsPerWeek: return set(\.runsPerWeek, Self.whole(value))
        case .stepsPerDay: return set(\.stepsPerDay, Self.whole(value))
        case .start: return set(\.start, AthleteReading.text(value).flatMap(Self.start))
        case .minutes: return set(\.minutes, Self.minutes(value))
        case .longRun: return set(\.longRun, AthleteReading.text(value).flatMap(Self.longRun))
        case .plans: return set(\.plans, Self.shares(value) { PlanKind(rawValue: $0) })
        case .sleep: return set(\.sleep, AthleteReading.text(value).flatMap(Self.night))
        case .wear:
            guard let shares = Self.shares(value, { ["nights", "days"].contains($0) ? $0 : nil }),
                shares.values.allSatisfy((0...1).contains)
            else { return false }
            nightsOff = shares["nights"].map(Self.rest) ?? nightsOff
            daysOff = shares["days"].map(Self.rest) ?? daysOff
            return true
        }
    }

    /// What is left of a share, without the noise of the last bits: it is its own inverse.
    static func rest(of share: Double) -> Double { ((1 - share) * 1e9).rounded() / 1e9 }

    private mutating func set<Value>(
        _ path: WritableKeyPath<HabitsOrder, Value?>, _ value: Value?
    ) -> Bool {
        guard let value else { return false }
        self[keyPath: path] = value
        return true
    }

    private static func whole(_ value: PlacedJSON) -> Int? {
        AthleteReading.number(value)?.integer.flatMap { Int(exactly: $0) }
    }

    private static func minutes(_ value: PlacedJSON) -> ClosedRange<Int>? {
        guard case .array(let items) = value.content, items.count == 2,
            let first = whole(items[0]), let last = whole(items[1]), first <= last
        else { return nil }
        return first...last
    }

    private static func start(_ text: String) -> Start? {
        if let usual = TrainingHabits.TimeOfDay(rawValue: text) { return .usual(usual) }
        guard let span = TimeSpan(parsing: text), span.first < span.last else { return nil }
        return .between(span.first * 60...span.last * 60 - 1)
    }

    private static func longRun(_ text: String) -> LongRun? {
        text == "none" ? LongRun.none : Weekday(named: text.lowercased()).map { .on($0) }
    }

    /// Falling asleep after noon lies before midnight.
    private static func night(_ text: String) -> Range<Int>? {
        guard let span = TimeSpan(parsing: text) else { return nil }
        let bed = span.first > 720 ? span.first - 1440 : span.first
        return bed < span.last ? bed..<span.last : nil
    }

    private static func shares<Key: Hashable>(
        _ value: PlacedJSON, _ key: (String) -> Key?
    ) -> [Key: Double]? {
        guard case .object(let fields) = value.content, !fields.isEmpty else { return nil }
        var shares: [Key: Double] = [:]
        for field in fields {
            guard let key = key(field.name), let number = AthleteReading.number(field.value) else {
                return nil
            }
            shares[key] = number.double
        }
        return shares
    }
}

/// Two times of a day with a dash between them: `06:00-08:00`.
struct TimeSpan {
    /// Minutes after midnight, 0...1439.
    let first: Int
    let last: Int

    init?(parsing text: String) {
        let times = text.split(separator: "-", omittingEmptySubsequences: false)
            .map(Self.minutes)
        guard times.count == 2, let first = times[0], let last = times[1] else { return nil }
        (self.first, self.last) = (first, last)
    }

    static func text(minutes: Int) -> String {
        let minute = (minutes + 1440) % 1440
        let parts = [minute / 60, minute % 60]
        return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    private static func minutes(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) }),
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return 60 * hour + minute
    }
}
