import Vocabulary

/// A change from one call of a mission to another; nil is silence.
public struct AdvisoryChange: Hashable, Sendable {
    public let from: Advisory?
    public let to: Advisory?
    /// Metres per second, twice filtered; nil before the first positive speed.
    public let smoothedSpeed: Double?
    /// How long the evidence had held; zero for the first call, for minimums and for silence.
    public let held: FleetDuration
}
