import Statistics
import Vocabulary

/// How late the ticks begin, against the grid of their timer.
///
/// Periods that passed without a tick are merged into the next one, which is late by the oldest of
/// them: a daemon that stood still for a second has one tick that is a second late.
struct TickLateness {
    private let origin: Int64
    private let period: Int64
    /// When the next tick is due; nil before the first, which may come at any time.
    private var nextDue: Int64?
    private(set) var histogram = LatencyHistogram()

    /// - Parameters:
    ///   - origin: an instant of the grid, microseconds of the monotonic clock.
    ///   - period: of the grid, in microseconds; traps below 1.
    init(origin: Int64, period: Int64) {
        precondition(period > 0, "ticks every \(period) µs")
        self.origin = origin
        self.period = period
    }

    /// Counts a tick that began at an instant of the monotonic clock, in microseconds.
    mutating func record(began: Int64) {
        let passed = began - (began - origin).remainderRoundingDown(by: period)
        histogram.record(began - (nextDue ?? passed))
        nextDue = max(passed + period, nextDue ?? passed)
    }
}
