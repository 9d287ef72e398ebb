/// One simulated runner: what stays the same from session to session.
package struct Athlete: Equatable, Sendable {
    package var facts: AthleteFacts
    /// Beats per minute.
    package var restingHeartRate: Int
    /// Beats per minute.
    package var maximalHeartRate: Int
    /// Highest oxygen uptake, millilitres per kilogram and minute.
    package var maximalOxygenUptake: Double
    /// Energy of running on the level, joules per kilogram and metre.
    package var runningCost: Double
    /// Time constant of heart rate once it is well above rest, seconds.
    package var heartRateTimeConstant: Double
    /// Rise of heart rate in steady running, share per hour.
    package var heartRateDriftPerHour: Double
    /// What passes before heart rate answers to effort, whole seconds, 3...5.
    package var deadTimeSeconds: Int
    /// Steps per minute at 3 m/s, as if the athlete were 1.72 m tall.
    package var cadenceAtThree: Double
    /// Contact time in relation to that of a typical runner.
    package var contactFactor: Double
    /// Growth of contact time, share per hour of all-out running.
    package var contactFatigue: Double
    /// Standard deviation of each of the four layers of pacing noise, share of speed.
    package var pacingDeviation: Double
    /// Share of the oxygen uptake reserve that feels easy.
    package var easyIntensity: Double

    /// Joules that a millilitre of oxygen yields.
    static let joulesPerMillilitre = 20.9
    /// Oxygen uptake at rest, millilitres per kilogram and minute.
    static let restingOxygenUptake = 3.5

    /// Metres per second that running at the whole oxygen uptake reserve would give.
    package var speedAtFullIntensity: Double {
        (maximalOxygenUptake - Self.restingOxygenUptake) * Self.joulesPerMillilitre / 60
            / runningCost
    }

    /// The lowest intensity at which the athlete runs rather than walks.
    var slowestRunningIntensity: Double { Self.slowestRun / speedAtFullIntensity }

    /// Metres per second: comfortably above the change from walking to running.
    static let slowestRun = 2.2
}
