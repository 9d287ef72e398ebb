import Vocabulary

/// Lines that were due and have not arrived, collected from all subscribers.
package struct OverdueLines: Sendable {
    private struct Stretch: Hashable {
        /// When the first line was due.
        var first: MonotonicInstant
        /// Ticks of fleet time.
        var step: Int64
        var count: Int64
        var thousandths: Int64

        /// When the line at an index was due.
        func due(_ index: Int64) -> MonotonicInstant {
            let later = index * step * FleetDuration.microsecondsPerTick * 1000 / thousandths
            return MonotonicInstant(microseconds: first.microseconds + later)
        }
    }

    /// How often each stretch occurs. The streams of many subscribers share those of one session.
    private var stretches: [Stretch: Int] = [:]
    /// How many lines there are.
    package private(set) var count = 0
    /// When the first of them was due; nil without one.
    package private(set) var oldestDue: MonotonicInstant?

    package init() {}

    mutating func add(_ grid: DueGrid, _ schedule: ScheduleClock) {
        let first = schedule.due(FleetInstant(ticks: grid.first))
        let stretch = Stretch(
            first: first, step: grid.step, count: grid.count,
            thousandths: schedule.speed.thousandths)
        stretches[stretch, default: 0] += 1
        count += Int(grid.count)
        oldestDue = min(oldestDue ?? first, first)
    }

    /// Calls `body` with every instant at which lines were due and how many; in no order, and
    /// perhaps more than once with the same instant.
    package func forEach(_ body: (_ due: MonotonicInstant, _ times: Int) -> Void) {
        for (stretch, times) in stretches {
            for index in 0..<stretch.count { body(stretch.due(index), times) }
        }
    }
}
