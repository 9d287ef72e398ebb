import Vocabulary

/// All levels and times of a mission's calls, in one table.
public struct AdvisoryThresholds: Hashable, Sendable {
    /// Seconds: the time constant of each of the two filters of speed. At 1 Hz their coefficient is
    /// 1 / (3 + 1) = 0.25.
    public static let speedTimeConstant = 3.0

    /// How long after the start of running there is no call of pace, because athletes accelerate.
    public let armingDelay: FleetDuration
    /// How long pace must ask for another call before it is made. The first call needs no hold.
    public let hold: FleetDuration
    /// Once off the glide path, pace is back on it within this share, 0 to 1, of the mission's
    /// allowed deviation.
    public let returnShare: Double
    /// Minimums are called this many metres before the target distance, and from there on.
    public let minimumsDistance: Double

    /// The table that the daemon flies by.
    public static let standard = AdvisoryThresholds(
        armingDelay: .seconds(30), hold: .seconds(8), returnShare: 0.75, minimumsDistance: 50)

    /// Traps on a negative span or distance and on a share outside 0...1.
    public init(
        armingDelay: FleetDuration, hold: FleetDuration, returnShare: Double,
        minimumsDistance: Double
    ) {
        precondition(
            armingDelay >= .zero && hold >= .zero,
            "arming delay \(armingDelay) and hold \(hold) must not be negative")
        precondition((0...1).contains(returnShare), "return share \(returnShare) outside 0...1")
        precondition(
            minimumsDistance >= 0 && minimumsDistance.isFinite,
            "minimums distance \(minimumsDistance) m must not be negative")
        self.armingDelay = armingDelay
        self.hold = hold
        self.returnShare = returnShare
        self.minimumsDistance = minimumsDistance
    }
}
