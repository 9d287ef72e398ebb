/// What an athlete's body does at one instant, exactly.
///
/// At every instant speed is cadence times stride, distance the sum of speed over time, and the
/// number of steps the whole part of cadence over time.
package struct BodyState: Equatable, Sendable {
    package let gait: Gait
    /// Metres per second.
    package let speed: Double
    /// Steps of both feet per minute.
    package let cadence: Double
    /// Milliseconds of one foot; only while running.
    package let contact: Double?
    /// Beats per minute.
    package let heartRate: Double
    /// Beats per minute that effort leads to, without the heart's wander.
    package let drivenHeartRate: Double
    /// Rise of the road in percent of the way.
    package let grade: Double
    /// Share of the oxygen uptake reserve that moving takes at this instant.
    package let intensity: Double
    /// Metres since the session's start.
    package let distance: Double
    /// Steps since the session's start, the one under way as a fraction.
    package let stepPhase: Double
    /// Active kilocalories since the session's start.
    package let energy: Double

    /// Metres from one foot to the other; absent at standstill.
    package var stride: Double? { cadence > 0 ? 60 * speed / cadence : nil }

    package var steps: Int64 { Int64(stepPhase) }
}
