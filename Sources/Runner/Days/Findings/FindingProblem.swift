import CivilTime
import Simulation
import Vocabulary

/// What can be wrong with a finding of a list, and what would fit.
package enum FindingProblem: InputProblem {
    /// A kind that is only drawn.
    case drawnOnly(Finding.Kind)
    case days(Finding.Kind, Int)
    /// Training that does not take whole weeks.
    case notWeeks(days: Int)
    case gain(Int)
    /// A gain of another kind than training.
    case gainOf(Finding.Kind)
    /// A day before or behind those that can be ordered.
    case outside(CivilDate)
    /// Another finding of the list that shares a day, and that day.
    case sharesDay(Finding.Kind, Finding.Kind, CivilDate)
    /// More findings than an athlete can have.
    case tooMany(Int)
    /// Training beyond what anybody runs, and the most of it that is not, in percent.
    case tooFast(gain: Int, most: Int)
}

extension Finding {
    /// How many days a finding of a kind can have, as can be ordered; nil of one that cannot.
    package static func possibleDays(of kind: Kind) -> ClosedRange<Int>? {
        switch kind {
        case .ill: 1...60
        case .injured: 1...365
        case .away: 1...120
        case .training: 7...364
        case .overreached: 5...42
        case .notWorn: 1...366
        case .trainingBreak: nil
        }
    }

    /// Percent.
    package static let possibleGains = 1...30
    /// The most findings of an athlete.
    package static let greatestCount = 64

    /// The days that can be ordered, from 2000-01-02 to 2199-06-30: half a year before the last of
    /// all, so that every athlete has a run to come.
    package static let possibleDates =
        CivilDate(dayNumber: 10_958)...CivilDate(dayNumber: 83_821)
}

extension FindingProblem {
    package var reason: String {
        switch self {
        case .drawnOnly(let kind): "\"\(kind.rawValue)\" is drawn and cannot be ordered"
        case .days(let kind, let count): "\"\(kind.rawValue)\" cannot take \(Self.count(count))"
        case .notWeeks(let days): "\(days) days are not whole weeks of training"
        case .gain(let gain): "training cannot gain \(gain) %"
        case .gainOf(let kind): "\"\(kind.rawValue)\" has no gain"
        case .outside(let date): "\(date) is beyond the dates that can be ordered"
        case .sharesDay(let kind, let other, let date):
            kind == other
                ? "\(date) is in two findings \"\(kind.rawValue)\""
                : "nobody is \(Self.words(kind)) and \(Self.words(other)) on one day, as on "
                    + "\(date)"
        case .tooMany(let count): "an athlete cannot have \(count) findings"
        case .tooFast(let gain, _):
            "training by \(gain) % would make the athlete faster than anybody has run"
        }
    }

    package var suggestion: String {
        switch self {
        case .drawnOnly:
            "give one of " + Finding.Kind.ordered.map(\.rawValue).joined(separator: ", ")
        case .days(let kind, _):
            Finding.possibleDays(of: kind).map {
                "let it have \($0.lowerBound) to \($0.upperBound) days"
            } ?? "leave it out"
        case .notWeeks(let days): "let it have \(days / 7 * 7) or \(days / 7 * 7 + 7) days"
        case .gain:
            "give whole percent from \(Finding.possibleGains.lowerBound) to "
                + "\(Finding.possibleGains.upperBound)"
        case .gainOf: "leave the gain out"
        case .outside:
            "give dates from \(Finding.possibleDates.lowerBound) to "
                + "\(Finding.possibleDates.upperBound)"
        case .sharesDay: "let one of them end before the other begins, or leave one out"
        case .tooMany: "give \(Finding.greatestCount) at most"
        case .tooFast(_, let most):
            most > 0
                ? "give \(most) % or less, or a lower fitness"
                : "leave it out, or order a lower fitness"
        }
    }

    private static func count(_ days: Int) -> String { days == 1 ? "1 day" : "\(days) days" }

    private static func words(_ kind: Finding.Kind) -> String {
        kind == .notWorn ? "without a watch" : kind.rawValue
    }
}
