import Vocabulary

/// A change from one call of a mission to another; nil is silence.
package struct AdvisoryChange: Hashable, Sendable {
    package let from: Advisory?
    package let to: Advisory?
    /// Metres per second, twice filtered; nil before the first positive speed.
    package let smoothedSpeed: Double?
    /// How long the evidence had held; zero for the first call, for minimums and for silence.
    package let held: FleetDuration
}
