import Vocabulary

/// What is known of a session's course and of the last lines that fell due by the clock: from it
/// follows which lines are due next.
///
/// In 25 bytes; instants and spans are ticks of fleet time.
struct DueMarks {
    enum Course: UInt8 {
        /// Nothing has told whether it flies: nothing is taken to be due.
        case unknown
        /// It has not begun, or has ended.
        case standing
        case flying
        case paused
        /// A recording, whose samples come and pause as they were recorded.
        case recorded
    }

    /// The last statistic, or from where the next is a step away at most; in a pause, how long
    /// before the pause that was.
    private var statistic: Int64 = 0
    private var sample: Int64 = 0
    private var end = Int64.max
    private(set) var course = Course.unknown

    /// Takes what a snapshot says of the session, as of an instant.
    mutating func note(_ snapshot: SessionSnapshot, at instant: FleetInstant, _ rules: DueRules) {
        guard snapshot.isSimulated else { return course = .recorded }
        guard course == .unknown || course == .standing else { return }
        (statistic, sample) = (instant.ticks, instant.ticks)
        end = Self.end(min(snapshot.start ?? instant, instant), rules)
        switch snapshot.state {
        case .flying: course = .flying
        case .paused:
            course = .paused
            (statistic, sample) = (0, 0)
        case .standing: course = .standing
        case nil: course = .unknown
        }
    }

    private static func end(_ start: FleetInstant, _ rules: DueRules) -> Int64 {
        rules.sessionLength.map { (start + $0).ticks } ?? .max
    }

    /// Begins the lane's next session, of which nothing is known yet.
    mutating func beginNext() {
        if course != .recorded { self = DueMarks() }
    }

    /// Takes a line of the session that is in its place, and no event.
    @inline(__always)
    mutating func note(_ line: DataLine) {
        switch line.kind {
        case .stat: if course == .flying { statistic = line.anchor.position.instant.ticks }
        case .sample: if course == .flying { sample = line.anchor.position.instant.ticks }
        case .truth, .phase, .advisory, .event: break
        case .end: if course != .recorded { course = .standing }
        }
    }

    /// Takes an event of the session, whose place in the order tells which it is.
    mutating func noteEvent(_ position: StreamPosition, _ rules: DueRules) {
        let now = position.instant.ticks
        switch (StreamPosition.Rank(rawValue: position.rank), course) {
        case (_, .recorded): break
        case (.start, _):
            course = .flying
            (statistic, sample) = (now, now)
            end = Self.end(position.instant, rules)
        case (.pause, .flying):
            course = .paused
            // Session time stands, the clock goes on.
            statistic = rules.isOnClock ? 0 : now - statistic
            sample = now - sample
        case (.resume, .paused):
            course = .flying
            statistic = now - statistic
            sample = now - sample
        case _: break
        }
    }

    /// The instants behind `floor` at which lines that have not come were due, up to `instant`.
    func overdue(
        _ rules: DueRules, after floor: FleetInstant, through instant: FleetInstant
    ) -> (statistics: DueGrid?, samples: DueGrid?) {
        guard course == .flying else { return (nil, nil) }
        let last = min(instant.ticks, end)
        return (
            rules.statistics.flatMap {
                DueGrid(
                    after: statistic, $0.ticks, isOnClock: rules.isOnClock, floor: floor.ticks,
                    through: last)
            },
            rules.samples.flatMap {
                DueGrid(
                    after: sample, $0.ticks, isOnClock: false, floor: floor.ticks, through: last)
            }
        )
    }
}

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
