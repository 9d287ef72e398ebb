import CivilTime
import Days
import Simulation
import Vocabulary

/// The order in the form of a configuration file, on one line: what it was read from, or what is
/// read as the same. It is also what the fleet's identity knows of it.
extension OrderedAthlete {
    var json5: String { Self.object(AthleteField.allCases.map { ($0.rawValue, text($0)) }) }

    private func text(_ field: AthleteField) -> String? {
        switch field {
        // What a preset orders stands in the fields.
        case .like: nil
        case .name: name.map(Self.quoted)
        case .sex: body.sex.map { Self.quoted($0.rawValue) }
        case .age: body.age.map { "\($0)" }
        case .height: body.height.map { "\($0)" }
        case .mass: body.mass.map { "\($0)" }
        case .restingHeartRate: body.restingHeartRate.map { "\($0)" }
        case .maximalHeartRate: body.maximalHeartRate.map { "\($0)" }
        case .oxygenUptake:
            if case .oxygenUptake(let uptake)? = body.fitness { "\(uptake)" } else { nil }
        case .best:
            if case .best(let distance, let seconds)? = body.fitness {
                Self.quoted(BestTime.text(distance: distance, seconds: seconds))
            } else {
                nil
            }
        case .cadence: body.cadence.map { "\($0)" }
        case .device: body.sensor.map { Self.quoted($0.rawValue) }
        case .home: home.map { Self.quoted("\($0)") }
        case .route: route.map(Self.quoted)
        case .habits: hasHabits ? Self.object(habits.fields) : nil
        case .events:
            findings.map { "[\($0.map(OrderedEvent.text).joined(separator: ", "))]" }
        }
    }

    static func quoted(_ text: String) -> String { SettingValue.text(text).json5 }

    /// An object of the fields that have a value.
    static func object(_ fields: [(name: String, text: String?)]) -> String {
        let given = fields.compactMap { field in field.text.map { "\(field.name): \($0)" } }
        return "{\(given.joined(separator: ", "))}"
    }
}

extension HabitsOrder {
    fileprivate var fields: [(name: String, text: String?)] {
        HabitField.allCases.map { ($0.rawValue, text($0)) }
    }

    private func text(_ field: HabitField) -> String? {
        switch field {
        case .runsPerWeek: runsPerWeek.map { "\($0)" }
        case .start: start.map(Self.text)
        case .minutes: minutes.map { "[\($0.lowerBound), \($0.upperBound)]" }
        case .longRun: longRun.map(Self.text)
        case .plans:
            plans.map { plans in
                OrderedAthlete.object(
                    PlanKind.allCases.map { kind in (kind.rawValue, plans[kind].map { "\($0)" }) })
            }
        case .stepsPerDay: stepsPerDay.map { "\($0)" }
        case .sleep: sleep.map { Self.span($0.lowerBound, $0.upperBound) }
        case .wear:
            nightsOff == nil && daysOff == nil
                ? nil
                : OrderedAthlete.object([
                    ("nights", nightsOff.map { "\(Self.rest(of: $0))" }),
                    ("days", daysOff.map { "\(Self.rest(of: $0))" }),
                ])
        }
    }

    private static func text(_ start: Start) -> String {
        switch start {
        case .usual(let time): OrderedAthlete.quoted(time.rawValue)
        case .between(let seconds):
            span(seconds.lowerBound / 60, (seconds.upperBound + 1) / 60)
        }
    }

    private static func text(_ run: LongRun) -> String {
        switch run {
        case .none: OrderedAthlete.quoted("none")
        case .on(let day): OrderedAthlete.quoted("\(day)")
        }
    }

    /// A span between two minutes of a day.
    private static func span(_ first: Int, _ last: Int) -> String {
        OrderedAthlete.quoted("\(TimeSpan.text(minutes: first))-\(TimeSpan.text(minutes: last))")
    }
}

extension Weekday {
    /// The day of a name, `monday`; nil if there is none.
    init?(named name: String) {
        guard let day = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
        self = day
    }
}
