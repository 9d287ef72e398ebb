import Days
import Simulation
import Vocabulary

/// One element of the list `athletes`: what is ordered of the athlete of a lane.
package struct OrderedAthlete: Hashable, Sendable {
    /// At most 64 characters on one line; nil for none.
    package var name: String?
    package var body = AthleteOrder()
    var habits = HabitsOrder()
    /// What befalls the athlete; nil for one who does not tell the truth of its days.
    var findings: [Finding]?
    /// Where the athlete lives; nil where the fleet's athletes do.
    var home: Region?
    /// The file of a route that the athlete runs; nil for none.
    var route: String?

    /// The most characters that a name may have.
    static let longestName = 64

    var hasHabits: Bool { habits != HabitsOrder() }

    /// What is ordered of the athlete's days, which only a fleet by the calendar has; nil where
    /// nothing is.
    var daysOrder: DaysOrder? {
        hasHabits || findings != nil
            ? DaysOrder(habits: hasHabits ? habits : nil, findings: findings) : nil
    }
}

/// The fields of an ordered athlete, in the order in which they are written.
enum AthleteField: String, CaseIterable {
    case name, like, sex, age
    case height = "height_m"
    case mass = "mass_kg"
    case restingHeartRate = "resting_heart_rate_bpm"
    case maximalHeartRate = "maximal_heart_rate_bpm"
    case oxygenUptake = "vo2max"
    case best
    case cadence = "cadence_spm"
    case device, home, route, habits, events

    /// What the field can be, to be read after "give".
    var form: String {
        switch self {
        case .name:
            "a text of 1 to \(OrderedAthlete.longestName) characters on one line, without "
                + "characters that are not seen or turn the direction of writing"
        case .like: "any of " + AthletePreset.allCases.map(\.rawValue).joined(separator: ", ")
        case .sex: "\"female\" or \"male\""
        case .device: "\"strap\" or \"optical\""
        case .age: "whole years"
        case .restingHeartRate, .maximalHeartRate: "whole beats a minute"
        case .height: "metres, such as 1.72"
        case .mass: "kilograms, such as 64.5"
        case .oxygenUptake: "millilitres of oxygen per kilogram and minute, such as 52"
        case .best: BestTime.form
        case .cadence: "steps a minute, such as 172"
        case .home: Region.form
        case .route: "the path of a GPX, FIT or TCX file"
        case .habits: "an object with any of " + HabitField.names
        case .events: OrderedEvent.form
        }
    }
}

/// The fields of `habits`, in the order in which they are written.
typealias HabitField = HabitsProblem.Field

extension HabitField {
    static let names = allCases.map(\.rawValue).joined(separator: ", ")

    var form: String {
        switch self {
        case .runsPerWeek: "a whole number from 0 to 7"
        case .start:
            "\"early\", \"midday\", \"evening\" or a span of one day such as \"06:00-08:00\""
        case .minutes: "whole minutes of the shortest and of the longest run, such as [30, 60]"
        case .longRun: "a day such as \"sunday\", or \"none\""
        case .plans:
            "shares of plans, such as {easy: 0.8, tempo: 0.2}, of "
                + PlanKind.allCases.map(\.rawValue).joined(separator: ", ")
        case .stepsPerDay: "a whole number of steps apart from runs, such as 9000"
        case .sleep: "a span such as \"22:30-06:45\""
        case .wear:
            "shares from 0 to 1 of nights and days with the watch, such as {nights: 0.9, days: 1}"
        }
    }
}

extension OrderedAthlete {
    /// The athlete with another path of its route, if it has one.
    func located(_ locate: (String) -> String) -> OrderedAthlete {
        var athlete = self
        athlete.route = route.map(locate)
        return athlete
    }
}
