import Vocabulary

/// What a strap or an optical sensor reads of the heart.
struct HeartRateSensor: Sendable {
    /// An optical sensor is late, a strap is not.
    private var delayed: FirstOrderLag
    /// 0 when the sensor follows the heart, 1 when it follows the arms.
    private var lock: FirstOrderLag
    /// Steps per minute that the arms swung with when they last could be taken for a pulse.
    private var swing: Float = 0
    private let scatter: Float
    private let least: Int16
    private let greatest: Int16

    /// Seconds over which an optical sensor averages.
    private static let opticalTimeConstant = 2.5
    private static let lockTimeConstant = 4.0
    /// Beats per minute that an optical sensor reads too low when it is put on.
    private static let coldDeficit = 15.0
    /// Steps per minute above which the swing of the arms can be taken for a pulse.
    private static let lowestLock = 120.0

    init(athlete: Athlete, isOptical: Bool, start: Double, period: Double) {
        delayed = FirstOrderLag(
            timeConstant: isOptical ? Self.opticalTimeConstant : 0, period: period, value: start)
        lock = FirstOrderLag(timeConstant: Self.lockTimeConstant, period: period)
        scatter = Float(athlete.wearables.heartRateScatter)
        least = Int16(athlete.restingHeartRate - 5)
        greatest = Int16(athlete.maximalHeartRate + 3)
    }

    /// Beats per minute; only a lock can lead far out of what the heart can do.
    ///
    /// - Parameters:
    ///   - isLocked: the sensor takes steps for beats.
    ///   - cold: share of the deficit of a cold start, 0...1.
    ///   - step: of mean 0 and deviation 1.
    mutating func read(_ body: BodyState, isLocked: Bool, cold: Double, step: Double) -> Double {
        delayed.follow(body.heartRate)
        let heart = delayed.value - cold * Self.coldDeficit + Double(scatter) * step
        let reading = heart.clamped(to: Double(least)...Double(greatest))
        let isSwinging = body.cadence > Self.lowestLock
        if isSwinging { swing = Float(body.cadence) }
        lock.follow(isLocked && isSwinging ? 1 : 0)
        guard lock.value > 0.01 else { return reading }
        return reading + (Double(swing) - reading) * lock.value
    }
}
