import Vocabulary

/// The intervals of a query: one behind the other from an anchor on, up to an end that may cut the
/// last one.
struct QueryIntervals: Sendable {
    private let anchor: CivilAnchor
    private let interval: CivilInterval
    private let calendar: any BookCalendar
    /// Where the first interval begins.
    let start: FleetInstant
    /// The end of the query, which may cut the last interval.
    let end: FleetInstant

    init(
        from anchor: CivilAnchor, to end: FleetInstant, every interval: CivilInterval,
        in calendar: any BookCalendar
    ) {
        self.anchor = anchor
        self.interval = interval
        self.calendar = calendar
        self.end = end
        start = calendar.instant(anchor, addingDays: 0, months: 0)
    }

    /// An interval by its number, from 0; nil behind the last one. An interval of dates that the
    /// time zone skips is empty.
    subscript(number: Int) -> Range<FleetInstant>? {
        let begin = start(of: number)
        guard begin < end else { return nil }
        return begin..<min(max(begin, start(of: number + 1)), end)
    }

    /// Whether an interval before the end can have a number, or it is the one behind them: no other
    /// number is safe to compute with.
    func canHave(_ number: Int) -> Bool {
        let shortest: FleetDuration =
            switch interval {
            case .elapsed(let span): span
            case .days(let days): Self.shortestDay * Int64(days)
            case .months(let months): Self.shortestDay * Int64(28 * months)
            }
        // A zone that skips a day has more numbers than intervals.
        return (0...Int((end - start).ticks / shortest.ticks) + 2).contains(number)
    }

    private static let shortestDay = FleetDuration.seconds(20 * 3600)

    private func start(of number: Int) -> FleetInstant {
        switch interval {
        case .elapsed(let span): start + span * Int64(number)
        // From the anchor, not from the interval before: the 31st, the 28th, the 31st again.
        case .days(let days): calendar.instant(anchor, addingDays: number * days, months: 0)
        case .months(let months):
            calendar.instant(anchor, addingDays: 0, months: number * months)
        }
    }
}
