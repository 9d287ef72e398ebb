import Vocabulary

/// Lines that were due and have not come, gathered from all subscribers.
package struct OverdueLines: Sendable {
    private struct Stretch: Hashable {
        /// Microseconds of the monotonic clock.
        var first: Int64
        /// Ticks of fleet time.
        var step: Int64
        var count: Int64
        var thousandths: Int64

        /// When a line of it was due.
        func due(_ place: Int64) -> Int64 {
            first + place * step * FleetDuration.microsecondsPerTick * 1000 / thousandths
        }
    }

    /// How often each occurs: those of one session in the streams of many subscribers are equal.
    private var stretches: [Stretch: Int] = [:]
    /// How many lines they are.
    package private(set) var count = 0
    /// When the first of them was due, microseconds of the monotonic clock; nil without one.
    package private(set) var oldestDue: Int64?

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

    /// Calls `body` with every instant at which some were due and with how many; in no order, and
    /// more than once with the same instant.
    package func forEach(_ body: (_ due: Int64, _ times: Int) -> Void) {
        for (stretch, times) in stretches {
            for place in 0..<stretch.count { body(stretch.due(place), times) }
        }
    }
}

/// What a result says of lines that were due and had not come at the end.
package struct NotReceived: Hashable, Sendable {
    package var count = 0
    /// The age of the oldest, microseconds; 0 without one.
    package var oldestMicroseconds: Int64 = 0

    package init() {}

    /// - Parameter now: when their ages are taken, microseconds of the monotonic clock.
    package init(_ lines: OverdueLines, at now: Int64) {
        count = lines.count
        oldestMicroseconds = lines.oldestDue.map { max(0, now - $0) } ?? 0
    }

    /// `60 due, not received, oldest 5.0 s`.
    package var text: String {
        let head = "\(ReportText.count(count)) due, not received"
        guard count > 0 else { return head }
        let seconds = ReportText.fixed(Double(oldestMicroseconds) / 1e6, 1)
        return "\(head), oldest \(seconds) s"
    }
}
