/// What an athlete's body does at one instant, exactly.
///
/// At every instant speed is cadence times stride, distance the sum of speed over time, and the
/// number of steps the whole part of cadence over time.
public struct BodyState: Equatable, Sendable {
    public let gait: Gait
    /// Metres per second.
    public let speed: Double
    /// Steps of both feet per minute.
    public let cadence: Double
    /// Milliseconds of one foot; only while running.
    public let contact: Double?
    /// Beats per minute.
    public let heartRate: Double
    /// Beats per minute that effort leads to, without the heart's wander.
    public let drivenHeartRate: Double
    /// Rise of the road in percent of the way.
    public let grade: Double
    /// Share of the oxygen uptake reserve that moving takes at this instant.
    public let intensity: Double
    /// Metres since the session's start.
    public let distance: Double
    /// Steps since the session's start, the one under way as a fraction.
    public let stepPhase: Double
    /// Active kilocalories since the session's start.
    public let energy: Double

    /// Metres from one foot to the other; absent at standstill.
    public var stride: Double? { cadence > 0 ? 60 * speed / cadence : nil }

    public var steps: Int64 { Int64(stepPhase) }
}
