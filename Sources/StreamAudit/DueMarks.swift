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
    mutating func take(_ snapshot: SessionSnapshot, at instant: FleetInstant, _ rules: DueRules) {
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
    mutating func take(_ line: DataLine) {
        switch line.kind {
        case .stat: if course == .flying { statistic = line.anchor.position.instant.ticks }
        case .sample: if course == .flying { sample = line.anchor.position.instant.ticks }
        case .truth, .phase, .advisory, .event: break
        case .end: if course != .recorded { course = .standing }
        }
    }

    /// Takes an event of the session, whose place in the order tells which it is.
    mutating func takeEvent(_ position: StreamPosition, _ rules: DueRules) {
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
