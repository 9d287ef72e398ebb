import Vocabulary

/// The levels and times that make calls of pace and distance, all in one table.
public struct AdvisoryThresholds: Hashable, Sendable {
    /// Time constant of either of the two filters that speed passes, seconds: at 1 Hz their
    /// coefficient is 1 / (3 + 1) = 0.25.
    public static let speedTimeConstant = 3.0

    /// For so long after the start of running there is no call of pace: the athlete accelerates.
    public let armingDelay: FleetDuration
    /// How long pace must have asked for another call. The first call needs none.
    public let hold: FleetDuration
    /// Once off the glide path, pace is back on it within this share of the mission's allowed
    /// deviation, 0 to 1.
    public let returnShare: Double
    /// Minimums are called from this many metres before the target distance, included.
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
