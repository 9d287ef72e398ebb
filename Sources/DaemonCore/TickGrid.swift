import Vocabulary

/// When the daemon is to tick: every `period`, counted from `origin`, on the monotonic clock.
struct TickGrid: Equatable {
    /// Microseconds.
    let origin: Int64
    let period: Int64

    /// Traps if the period is below 1.
    init(origin: Int64, period: Int64) {
        precondition(period > 0, "ticks every \(period) µs")
        self.origin = origin
        self.period = period
    }

    /// The multiples of `span` at real speed; at any other, where an instant need not fall on a
    /// microsecond, the grid of ticks.
    init(_ schedule: ScheduleClock, every span: FleetDuration) {
        let isReal = schedule.speed == .realTime
        let span = isReal ? span : FleetDuration(ticks: 1)
        let ahead = schedule.fleetOrigin.roundedUp(to: span) - schedule.fleetOrigin
        self.init(
            origin: schedule.monotonicOrigin + ahead.microseconds, period: span.microseconds)
    }

    /// The last of its instants that is not after `now`.
    func instant(upTo now: Int64) -> Int64 {
        now - (now - origin).remainderRoundingDown(by: period)
    }
}
