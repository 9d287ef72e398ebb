import Vocabulary
import WireProtocol

/// The days of a fleet's books, and what becomes known of the athletes by itself on them.
///
/// Days are counted from that of the epoch, as laps are. A value: the same question has the same
/// answer.
package protocol BookCalendar: Sendable {
    /// Enters everything that decides the answers, besides the fleet's seed and epoch.
    func combine(into hasher: inout IdentityHasher)

    /// The name of the time zone; nil, which is UTC, if no zone has been asked for.
    var zoneName: String? { get }

    /// The calendar of the time zone, by which the words of a moment are read.
    var zone: any CivilZone { get }

    /// The day that contains an instant.
    func lap(at instant: FleetInstant) -> Int

    /// From a day's first instant up to that of the next; nil for a date that does not exist.
    func day(_ lap: Int) -> Range<FleetInstant>?

    /// The date of a day, such as `2026-03-01`, for a sentence.
    func date(of lap: Int) -> String

    /// The instant `days` and `months` after an anchor: the first instant of a date, or the same
    /// time of day on it. A month without such a day gives its last one.
    func instant(_ anchor: CivilAnchor, addingDays days: Int, months: Int) -> FleetInstant

    /// The entries that become known of a lane's athlete on a day, in order, each at an instant of
    /// its own: at the end of the time that the entry is about, or at most a day later.
    func entries(of lane: LaneID, on lap: Int) -> [SimulatedEntry]

    /// When the lane's next entry becomes known; nil if none does.
    func nextEntry(of lane: LaneID, after instant: FleetInstant) -> FleetInstant?

    /// The entries of the frequent ones of `metrics` that become known of a lane's athlete on a
    /// day, in order, none at an instant of another entry. They are many, and ``entries(of:on:)``
    /// is without them.
    func frequentEntries(
        of lane: LaneID, on lap: Int, _ metrics: DayMetricSet
    ) -> [SimulatedEntry]

    /// The lane's next one of them; nil if there is none.
    func nextFrequentEntry(
        of lane: LaneID, after instant: FleetInstant, _ metrics: DayMetricSet
    ) -> SimulatedEntry?

    /// What is behind a day of a lane's athlete, whether or not its book tells it; nil on days on
    /// which nothing is in effect.
    func truth(of lane: LaneID, on lap: Int) -> DayTruth?

    /// Whether the lane's books tell the truth of its days: see ``truth(of:on:)``.
    func tellsTruth(of lane: LaneID) -> Bool

    /// How many findings are ordered of all athletes.
    var findingCount: Int { get }
}

extension BookCalendar {
    /// Days of fleets by laps have nothing behind them.
    package func truth(of lane: LaneID, on lap: Int) -> DayTruth? { nil }

    package func tellsTruth(of lane: LaneID) -> Bool { false }

    package var findingCount: Int { 0 }

    /// Calendars without simulated entries have no frequent ones.
    package func frequentEntries(
        of lane: LaneID, on lap: Int, _ metrics: DayMetricSet
    ) -> [SimulatedEntry] { [] }

    package func nextFrequentEntry(
        of lane: LaneID, after instant: FleetInstant, _ metrics: DayMetricSet
    ) -> SimulatedEntry? { nil }

    /// The day that ends where another one begins: not always the date before, since a zone that
    /// changes the side of the date line skips a date.
    func lap(before lap: Int) -> Int {
        guard let day = day(lap) else { return lap - 1 }
        return self.lap(at: day.lowerBound - FleetDuration(ticks: 1))
    }
}

/// Something that a watch or a phone would store of a day.
package struct SimulatedEntry: Hashable, Sendable {
    /// When it becomes known: its place in the order.
    package let instant: FleetInstant
    package let metric: DayMetric
    /// In the fixed decimals of the metric.
    package let value: Int64
    /// The time that the entry is about; a point has equal ends.
    package let start: FleetInstant
    package let end: FleetInstant

    package init(
        instant: FleetInstant, metric: DayMetric, value: Int64, start: FleetInstant,
        end: FleetInstant
    ) {
        self.instant = instant
        self.metric = metric
        self.value = value
        self.start = start
        self.end = end
    }

    /// The instant that decides on which day the entry counts: the last tick of a span, or the
    /// instant of a reading.
    package var counted: FleetInstant { QueryEntry.counted(start, end) }
}

/// Days in UTC, of a fleet that flies laps: nothing is simulated besides its runs.
struct LapBooks: BookCalendar {
    private let midnight: FleetInstant

    private static let day = FleetDuration.seconds(86_400)

    var zoneName: String? { nil }
    var zone: any CivilZone { UTCZone() }

    func combine(into hasher: inout IdentityHasher) {}

    init(epoch: FleetInstant) {
        let sinceMidnight = epoch.ticks.remainderRoundingDown(by: Self.day.ticks)
        midnight = epoch - FleetDuration(ticks: sinceMidnight)
    }

    func lap(at instant: FleetInstant) -> Int {
        Int((instant - midnight).ticks.dividedRoundingDown(by: Self.day.ticks))
    }

    func day(_ lap: Int) -> Range<FleetInstant>? {
        let start = midnight + Self.day * Int64(lap)
        return start..<start + Self.day
    }

    func date(of lap: Int) -> String {
        let start = midnight + Self.day * Int64(lap)
        return String(CalendarTime(microseconds: start.microseconds).description.prefix(10))
    }

    func instant(_ anchor: CivilAnchor, addingDays days: Int, months: Int) -> FleetInstant {
        anchor.inUTC(addingDays: days, months: months)
    }

    func entries(of lane: LaneID, on lap: Int) -> [SimulatedEntry] { [] }

    func nextEntry(of lane: LaneID, after instant: FleetInstant) -> FleetInstant? { nil }
}

/// The books of a fleet: how many lines the book of a day has at a point of the order.
extension Fleet {
    /// The simulated entries of a lane's athlete on a day, and behind them those of the frequent
    /// ones of `metrics`; none for recordings and started lanes.
    func entries(of lane: LaneID, on lap: Int, _ metrics: DayMetricSet) -> [SimulatedEntry] {
        guard !fliesOnce(lane) else { return [] }
        let entries = dayCalendar.entries(of: lane, on: lap)
        guard !metrics.isDisjoint(with: DayMetric.frequent) else { return entries }
        return entries + dayCalendar.frequentEntries(of: lane, on: lap, metrics)
    }

    /// When the lane's next simulated entry becomes known; nil if none does.
    func nextEntry(of lane: LaneID, after instant: FleetInstant) -> FleetInstant? {
        fliesOnce(lane) ? nil : dayCalendar.nextEntry(of: lane, after: instant)
    }

    /// The lane's next simulated entry of the frequent ones of `metrics`; nil if there is none.
    func nextFrequentEntry(
        of lane: LaneID, after instant: FleetInstant, _ metrics: DayMetricSet
    ) -> SimulatedEntry? {
        fliesOnce(lane) ? nil : dayCalendar.nextFrequentEntry(of: lane, after: instant, metrics)
    }

    /// The instant of the lane's next entry by hand; nil if none is known.
    func nextManual(of lane: LaneID, after instant: FleetInstant) -> FleetInstant? {
        commands.entries.next(of: lane, after: instant)?.instant
    }

    /// The lines of a day's book up to and including a point, without the `end` of the day before:
    /// as many as a channel of this shape, which has books, has numbered. O(entries of the day).
    func bookLines(
        of lane: LaneID, on lap: Int, _ shape: ChannelShape, through position: StreamPosition
    ) -> Int64 {
        guard let day = dayCalendar.day(lap) else { return 0 }
        let metrics = shape.dayMetrics
        let entries = entries(of: lane, on: lap, metrics).count { entry in
            metrics.contains(entry.metric)
                && StreamPosition(entry.instant, lane: lane, .entry) <= position
        }
        let manual = commands.entries.count(
            of: lane, metrics, since: day.lowerBound, through: position)
        let truths = shape.tellsDays ? truths(of: lane, on: lap, day, through: position) : 0
        return Int64(entries + manual + truths)
            + landings(of: lane, since: day.lowerBound, through: position)
    }

    /// The runs of a lane that ended since an instant and have a summary up to a point.
    func landings(
        of lane: LaneID, since first: FleetInstant, through position: StreamPosition
    ) -> Int64 {
        let now = position.instant
        var count: Int64 = 0
        for session in sessions(of: lane, endingWithin: first...max(first, now)) {
            guard let end = end(of: session, at: now), end <= now, end >= first,
                StreamPosition(end, lane: lane, .summary) <= position
            else { continue }
            count += 1
        }
        return count
    }

    /// All sessions that can end within a range of instants, and perhaps some more.
    private func sessions(
        of lane: LaneID, endingWithin range: ClosedRange<FleetInstant>
    ) -> [SessionName] {
        guard !fliesOnce(lane) else { return [SessionName(lane: lane, lap: 0)] }
        let laps: ClosedRange<Int>
        if let calendar = calendar(of: lane) {
            let first = calendar.lap(before: calendar.lap(at: range.lowerBound))
            laps = first...calendar.lap(at: range.upperBound)
        } else {
            let first = session(of: lane, at: range.lowerBound).lap - 1
            laps = first...session(of: lane, at: range.upperBound).lap
        }
        return laps.map { SessionName(lane: lane, lap: $0) }.filter(hasLap)
    }
}
