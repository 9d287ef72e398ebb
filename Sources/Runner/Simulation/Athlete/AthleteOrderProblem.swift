import Vocabulary

/// What can be wrong with an order for an athlete.
public enum AthleteOrderProblem: InputProblem, Hashable {
    /// A number beyond the ``AthleteOrderField/range`` of its field.
    case outside(AthleteOrderField, Double, ClosedRange<Double>)
    /// Metres and kilograms, rounded as the athlete has them, of a body that nobody has.
    case build(height: Double, mass: Double)
    /// Beats per minute that lie too close to each other.
    case reserve(resting: Int, maximal: Int)
    /// Metres beyond ``Endurance/distances``.
    case distance(Double)
    /// A time in seconds that nobody runs over a distance in metres.
    case time(distance: Double, seconds: Double)
}

extension AthleteOrderProblem {
    /// The field to change; where two fields contradict each other, one of them.
    public var field: AthleteOrderField {
        switch self {
        case .outside(let field, _, _): field
        case .build: .mass
        case .reserve: .maximalHeartRate
        case .distance, .time: .best
        }
    }

    /// What would be right in ``field`` as it is written: in its unit, of a best time metres where
    /// the distance is wrong, and seconds where the time is.
    public var fitting: ClosedRange<Double> {
        switch self {
        case .outside(_, _, let range): range
        case .build(let height, _): AthleteFacts.masses(height: height)
        case .reserve(let resting, _): Double(resting + Athlete.leastReserve)...230
        case .distance: Endurance.distances
        case .time(let distance, _):
            Endurance.fastestTime(over: distance).rounded(
                .up)...Endurance.slowestTime(over: distance).rounded(.down)
        }
    }

    public var reason: String {
        switch self {
        case .outside(let field, let value, _): "\(text(value)) \(field.unit) is out of range"
        case .build(let height, let mass):
            "\(text(mass)) kg at \(text(height)) m is a body mass index of "
                + text((mass / (height * height) * 10).rounded() / 10)
        case .reserve(let resting, let maximal):
            "\(maximal) bpm is less than \(Athlete.leastReserve) bpm above the \(resting) bpm at "
                + "rest"
        case .distance(let metres): "\(text(metres)) m is out of range"
        case .time(let distance, let seconds):
            "\(Self.clock(seconds)) for \(Self.way(distance)) "
                + fault(ofTime: seconds, fastest: fitting.lowerBound)
        }
    }

    public var suggestion: String {
        let (low, high) = (fitting.lowerBound, fitting.upperBound)
        switch self {
        case .outside(let field, _, _): return "give \(text(low)) to \(text(high)) \(field.unit)"
        case .build: return "give \(text(low)) to \(text(high)) kg, or another height"
        case .reserve: return "give \(text(low)) bpm or more, or a lower rate at rest"
        case .distance: return "give \(text(low)) to \(text(high)) m"
        case .time(_, let seconds):
            guard seconds.isFinite else {
                return "give a time from \(Self.clock(low)) to \(Self.clock(high))"
            }
            return seconds < low
                ? "give \(Self.clock(low)) or more" : "give \(Self.clock(high)) or less"
        }
    }

    private func fault(ofTime seconds: Double, fastest: Double) -> String {
        guard seconds.isFinite else { return "is no time" }
        return seconds < fastest
            ? "is faster than anybody has run" : "is slower than athletes here run"
    }
}

extension AthleteOrderProblem: CustomStringConvertible {
    /// Field, reason and suggestion, `best: 12:00 for 5 km is faster than …; give 12:36 or more`.
    public var description: String { "\(field.rawValue): \(reason); \(suggestion)" }

    /// A number without a fraction that it does not have.
    private func text(_ value: Double) -> String {
        guard value.magnitude < 1e15, value == value.rounded() else { return "\(value)" }
        return "\(Int64(value))"
    }

    /// `m:ss` or `h:mm:ss`.
    private static func clock(_ seconds: Double) -> String {
        guard (0..<1e9).contains(seconds) else { return "\(seconds) s" }
        let whole = Int64(seconds.rounded())
        func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        let tail = padded(whole % 60)
        return hours == 0 ? "\(minutes):\(tail)" : "\(hours):\(padded(minutes)):\(tail)"
    }

    private static func way(_ metres: Double) -> String {
        metres < 1000 || metres == 1500 ? "\(whole(metres)) m" : "\(whole(metres / 1000)) km"
    }

    private static func whole(_ value: Double) -> String {
        value == value.rounded() ? "\(Int64(value))" : "\(value)"
    }
}
