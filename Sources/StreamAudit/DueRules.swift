import Vocabulary

/// Which lines of a subscription fall due when, as its request and the fleet's clock have it.
///
/// Only statistics and samples of simulated sessions fall due by the clock.
package struct DueRules: Hashable, Sendable {
    /// From one statistic of a session to the next; nil if none were asked for.
    package var statistics: FleetDuration?
    /// The same of samples.
    package var samples: FleetDuration?
    /// Whether statistics lie on multiples of the clock and not of session time.
    package var isOnClock = false
    /// How long a session lasts, from its start or from when it was heard of; nil is without end.
    package var sessionLength: FleetDuration?
    /// As the daemon's greeting tells it; traps at use unless its speed is paced.
    package var schedule: ScheduleClock

    package init(schedule: ScheduleClock) { self.schedule = schedule }
}

/// Instants at equal distances at which lines of one session fall due.
struct DueGrid: Hashable {
    /// In ticks of fleet time.
    let first: Int64
    let step: Int64
    let count: Int64

    /// The instants behind both `last` and `floor`, up to and including `through`; nil if there are
    /// none.
    ///
    /// - Parameters:
    ///   - last: an instant of the grid, or one before its first.
    ///   - isOnClock: whether the grid lies on multiples of `step`, and not behind `last`.
    init?(
        after last: Int64, _ step: Int64, isOnClock: Bool, floor: Int64, through: Int64
    ) {
        let origin = isOnClock ? 0 : last
        let reached = max(last, floor) - origin
        let first = origin + (reached.dividedRoundingDown(by: step) + 1) * step
        guard first <= through else { return nil }
        self.first = first
        self.step = step
        count = (through - first) / step + 1
    }
}
