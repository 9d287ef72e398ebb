/// One simulated runner: everything that stays the same from session to session.
public struct Athlete: Equatable, Sendable {
    public var facts: AthleteFacts
    /// Beats per minute.
    public var restingHeartRate: Int
    /// Beats per minute.
    public var maximalHeartRate: Int
    /// Highest oxygen uptake, millilitres per kilogram and minute.
    public var maximalOxygenUptake: Double
    /// Energy of running on the level, joules per kilogram and metre.
    public var runningCost: Double
    public var heartResponse: HeartResponse
    /// Steps per minute at 3 m/s, as if the athlete were 1.72 m tall.
    public var cadenceAtThree: Double
    /// Steps per minute that a metre per second adds.
    public var cadenceSlope: Double
    public var contact: GroundContact
    /// On a slope the athlete changes speed by this share (an exponent) of what even effort asks.
    public var effortRegulation: Double
    /// Share of the oxygen uptake reserve that feels easy.
    public var easyIntensity: Double
    public var habits: Habits
    public var wearables: Wearables

    /// How heart rate follows effort.
    public struct HeartResponse: Equatable, Sendable {
        /// Time constant of heart rate once it is well above rest, seconds.
        public var timeConstant: Double
        /// Rise of heart rate in steady running, share per hour.
        public var driftPerHour: Double
        /// The delay before heart rate responds to effort, whole seconds, 3...5.
        public var deadTimeSeconds: Int
    }

    /// How long a running foot stays on the ground.
    public struct GroundContact: Equatable, Sendable {
        /// Contact time at 3 m/s in relation to 254 ms.
        public var factor: Double
        /// The exponent q of contact time ∝ speed^-q.
        public var exponent: Double
        /// How much contact time follows cadence at the same speed, in relation to a typical
        /// runner.
        public var gain: Double
        /// Growth of contact time, share per hour of all-out running.
        public var fatigue: Double
    }

    /// How unevenly the athlete runs, against a typical runner.
    public struct Habits: Equatable, Sendable {
        /// Unevenness of pace in relation to that of a typical runner.
        public var pacing: Double
        /// Wander of cadence in relation to that of a typical runner.
        public var cadence: Double
        /// Wander of contact time in relation to that of a typical runner.
        public var contact: Double
        /// Wander of heart rate in relation to that of a typical runner.
        public var heartRate: Double
        /// Stops in an hour of running: lights, crossings, shoe laces.
        public var stopsPerHour: Double
        /// The least intensity that drives the heart in a stop, share of the oxygen uptake reserve:
        /// nobody rests at a red light.
        public var restlessness: Double
    }

    /// The sensors that the athlete owns.
    public struct Wearables: Equatable, Sendable {
        /// Heart rate is read at the wrist instead of by a strap, in a fleet of mixed devices.
        public var isOptical: Bool
        /// A pod or a strap measures step length. Otherwise the watch divides speed by cadence.
        public var measuresStride: Bool
        public var measuresContact: Bool
        /// Standard deviation of the heart rate sensor's readings, beats per minute.
        public var heartRateScatter: Double
        /// Time constant of an optical sensor of heart rate, seconds.
        public var opticalSmoothing: Double
        /// How the athlete's watch keeps its readings, in a fleet of mixed devices.
        public var watch: WatchProfile
    }

    /// Joules that a millilitre of oxygen yields.
    static let joulesPerMillilitre = 20.9
    /// Oxygen uptake at rest, millilitres per kilogram and minute.
    static let restingOxygenUptake = 3.5

    /// The speed on level ground that takes the whole oxygen uptake reserve, metres per second.
    public var speedAtFullIntensity: Double {
        (maximalOxygenUptake - Self.restingOxygenUptake) * Self.joulesPerMillilitre / 60
            / runningCost
    }

    /// The lowest intensity at which the athlete runs rather than walks.
    var slowestRunningIntensity: Double { Self.slowestRun / speedAtFullIntensity }

    /// Metres per second: comfortably above the change from walking to running.
    public static let slowestRun = 2.05
}

/// What the protocol tells of an athlete.
public struct AthleteFacts: Equatable, Sendable {
    public enum Sex: String, CaseIterable, Sendable {
        case female, male
    }

    public var sex: Sex
    /// Whole years, 18...70 where it is not ordered, and 16...95 where it is.
    public var age: Int
    /// Metres, whole centimetres.
    public var height: Double
    /// Kilograms, one decimal.
    public var mass: Double
}
