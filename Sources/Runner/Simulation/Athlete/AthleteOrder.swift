import Vocabulary

/// What is ordered of an athlete's body and sensors; what is nil is drawn, in keeping with what is
/// given.
///
/// An order whose ``problems`` are empty always gives an athlete; see
/// ``Athlete/drawn(seed:lane:as:)``.
public struct AthleteOrder: Hashable, Sendable {
    public var sex: AthleteFacts.Sex?
    /// Whole years.
    public var age: Int?
    /// Metres; the athlete has it in whole centimetres.
    public var height: Double?
    /// Kilograms; the athlete has it with one decimal.
    public var mass: Double?
    /// Beats per minute.
    public var restingHeartRate: Int?
    /// Beats per minute.
    public var maximalHeartRate: Int?
    public var fitness: Fitness?
    /// Steps per minute of an easy run on level ground, at ``Athlete/easySpeed``.
    public var cadence: Double?
    /// What measures heart rate, in a fleet of mixed devices.
    public var sensor: HeartRateSensor?

    /// How fit the athlete is: one of two ways to say it.
    public enum Fitness: Hashable, Sendable {
        /// Millilitres of oxygen per kilogram and minute.
        case oxygenUptake(Double)
        /// The best time over a distance, metres and seconds.
        case best(distance: Double, seconds: Double)
    }

    public enum HeartRateSensor: String, CaseIterable, Sendable {
        case strap, optical
    }

    public init() {}

    /// Whether nothing is ordered: the athlete is drawn.
    public var isEmpty: Bool { self == AthleteOrder() }
}

/// A field of an order, by its name in the configuration file.
public enum AthleteOrderField: String, CaseIterable, Sendable {
    case sex, age
    case height = "height_m"
    case mass = "mass_kg"
    case restingHeartRate = "resting_heart_rate_bpm"
    case maximalHeartRate = "maximal_heart_rate_bpm"
    case oxygenUptake = "vo2max"
    case best
    case cadence = "cadence_spm"
    case sensor = "device"

    /// What a number of the field may be, in ``unit``; nil where it is no number, and for a best
    /// time, whose limits are those of its distance: see ``Endurance``.
    public var range: ClosedRange<Double>? {
        switch self {
        case .sex, .best, .sensor: nil
        case .age: 16...95
        case .height: 1.2...2.3
        case .mass: 30...200
        case .restingHeartRate: 28...100
        case .maximalHeartRate: 120...230
        case .oxygenUptake: Endurance.leastOxygenUptake...95
        // Beyond it the wander of cadence would meet the limits of the gait: 141...215.
        case .cadence: 145...210
        }
    }

    /// The unit of ``range``; empty where there is none.
    public var unit: String {
        switch self {
        case .sex, .best, .sensor: ""
        case .age: "years"
        case .height: "m"
        case .mass: "kg"
        case .restingHeartRate, .maximalHeartRate: "bpm"
        case .oxygenUptake: "mL/kg/min"
        case .cadence: "steps/min"
        }
    }
}
