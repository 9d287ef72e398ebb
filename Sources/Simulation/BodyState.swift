/// What an athlete's body does at one instant, exactly.
///
/// At every instant speed is cadence times stride, distance the sum of speed over time, and the
/// number of steps the whole part of cadence over time.
package struct BodyState: Equatable, Sendable {
    package internal(set) var gait = Gait.standing
    /// Metres per second.
    package internal(set) var speed = 0.0
    /// Steps of both feet per minute.
    package internal(set) var cadence = 0.0
    /// Milliseconds of one foot; only while running.
    package internal(set) var contact: Double?
    /// Beats per minute, without wander.
    package internal(set) var heartRate: Double
    /// Share of the oxygen uptake reserve that moving takes at this instant.
    package internal(set) var intensity = 0.0
    /// Metres since the session's start.
    package internal(set) var distance = 0.0
    /// Steps since the session's start, the one under way as a fraction.
    package internal(set) var stepPhase = 0.0
    /// Active kilocalories since the session's start.
    package internal(set) var energy = 0.0

    init(heartRate: Double) { self.heartRate = heartRate }

    /// Metres from one foot to the other; absent at standstill.
    package var stride: Double? { cadence > 0 ? 60 * speed / cadence : nil }

    package var steps: Int64 { Int64(stepPhase) }
}
