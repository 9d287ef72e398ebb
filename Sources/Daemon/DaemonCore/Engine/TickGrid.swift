import Statistics
import Vocabulary

/// When the daemon is to tick: every `period`, counted from `origin`, on the monotonic clock.
struct TickGrid: Equatable {
    let origin: MonotonicInstant
    let period: Duration

    /// Traps if the period is shorter than a microsecond.
    init(origin: MonotonicInstant, period: Duration) {
        precondition(period >= .microseconds(1), "ticks every \(period)")
        self.origin = origin
        self.period = period
    }

    /// The multiples of `span` at real speed; the grid of ticks at any other speed, at which an
    /// instant need not fall on a microsecond.
    init(_ schedule: ScheduleClock, every span: FleetDuration) {
        let isReal = schedule.speed == .realTime
        let span = isReal ? span : FleetDuration(ticks: 1)
        let ahead = schedule.fleetOrigin.roundedUp(to: span) - schedule.fleetOrigin
        self.init(
            origin: schedule.monotonicOrigin + .microseconds(ahead.microseconds),
            period: .microseconds(span.microseconds))
    }

    /// The last of the grid's instants that is not after `now`.
    func instant(upTo now: MonotonicInstant) -> MonotonicInstant {
        let passed = now.microseconds(since: origin)
        return now - .microseconds(passed.remainderRoundingDown(by: period.wholeMicroseconds))
    }
}

/// How late the ticks begin, against their grid.
///
/// Periods that passed without a tick are merged into the next one, which is late by the oldest of
/// them: a daemon that stood still for a second has one tick that is a second late.
struct TickLateness {
    private(set) var grid: TickGrid
    /// When the next tick is due; nil before the first, which may come at any time.
    private var nextDue: MonotonicInstant?
    private(set) var histogram = LatencyHistogram()

    init(_ grid: TickGrid) { self.grid = grid }

    /// Goes over to another grid.
    ///
    /// - Returns: when its first tick is due, after `now`.
    mutating func change(to grid: TickGrid, at now: MonotonicInstant) -> MonotonicInstant {
        let next = grid.instant(upTo: now) + grid.period
        self.grid = grid
        nextDue = next
        return next
    }

    /// Counts a tick.
    ///
    /// - Returns: how late it was; below zero if it came before it was due.
    @discardableResult
    mutating func record(began: MonotonicInstant) -> Duration {
        let passed = grid.instant(upTo: began)
        let late = began - (nextDue ?? passed)
        histogram.record(late.wholeMicroseconds)
        nextDue = max(passed + grid.period, nextDue ?? passed)
        return late
    }
}
