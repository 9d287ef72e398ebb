import Vocabulary

/// Whether a session flies and when its last statistic and sample were due: from this follows which
/// lines are due next.
///
/// 25 bytes; instants and spans are ticks of fleet time.
struct DueMarks {
    enum Course: UInt8 {
        /// No line has said whether it flies: nothing counts as due.
        case unknown
        /// It has not begun, or has ended.
        case standing
        case flying
        case paused
        /// A recording, whose samples come and pause as they were recorded.
        case recorded
    }

    /// The instant of the last statistic, or an instant from which the next one is at most one step
    /// away; during a pause, the span from that instant to the pause.
    private var statistic: Int64 = 0
    private var sample: Int64 = 0
    private var end = Int64.max
    private(set) var course = Course.unknown

    /// Notes a snapshot of the session at an instant.
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

    /// Notes a line of the session other than an event; its anchor must be right.
    @inline(__always)
    mutating func note(_ line: DataLine) {
        switch line.kind {
        case .stat: if course == .flying { statistic = line.anchor.position.instant.ticks }
        case .sample: if course == .flying { sample = line.anchor.position.instant.ticks }
        case .truth, .phase, .advisory, .event, .entry: break
        case .end: if course != .recorded { course = .standing }
        }
    }

    /// Notes an event of the session. The rank of its position says which event it is.
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
            // Session time stops in a pause, the clock does not.
            statistic = rules.isOnClock ? 0 : now - statistic
            sample = now - sample
        case (.resume, .paused):
            course = .flying
            statistic = now - statistic
            sample = now - sample
        case _: break
        }
    }

    /// The instants after `floor`, up to `instant`, at which missing lines were due.
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

/// When the lines of a subscription fall due, by its request and the fleet's clock.
///
/// Only statistics and samples of simulated sessions fall due by the clock.
package struct DueRules: Hashable, Sendable {
    /// The span from one statistic of a session to the next; nil if none are subscribed.
    package var statistics: FleetDuration?
    /// The span from one sample to the next; nil if none are subscribed.
    package var samples: FleetDuration?
    /// Whether statistics lie on multiples of the clock and not of session time.
    package var isOnClock = false
    /// How long a session lasts, from its start or from its first snapshot; nil has no end.
    package var sessionLength: FleetDuration?
    /// The fleet's clock from the greeting; traps at use unless its speed is paced.
    package var schedule: ScheduleClock

    package init(schedule: ScheduleClock) { self.schedule = schedule }
}

/// Instants at equal distances at which lines of one session fall due.
struct DueGrid: Hashable {
    /// In ticks of fleet time.
    let first: Int64
    let step: Int64
    let count: Int64

    /// The instants after both `last` and `floor`, up to and including `through`; nil if there are
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
