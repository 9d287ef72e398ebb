import CivilTime
import FlightDisplay
import Vocabulary

/// The questions and subscriptions that the shown page needs.
extension LogbookState {
    /// The dates on the page.
    var dates: Range<CivilDate>? {
        guard let date else { return nil }
        switch place.page {
        case .day, .run:
            let start = preferences.weekStart.start(of: date)
            return start..<start.adding(days: 7)
        case .month: return date.startOfMonth..<date.startOfMonth.adding(months: 1)
        case .weeks:
            let end = preferences.weekStart.start(of: date).adding(days: 7)
            return end.adding(days: -7 * LogbookPlace.weeks)..<end
        // One day more: the first difference is to the day before.
        case .metric: return date.adding(days: -place.days)..<date.adding(days: 1)
        }
    }

    /// The questions of the page.
    var questions: [LogQuestion] { [question, heartQuestion].compactMap(\.self) }

    /// The question about the days of the page; nil for a page without one.
    var question: LogQuestion? {
        guard let dates else { return nil }
        let metrics: [LogMetric]
        switch place.page {
        case .day: metrics = dayMetrics
        case .month: metrics = [.day(.steps), .day(.sleep), .day(.bodyMass)]
        case .metric: metrics = [place.metric]
        case .weeks, .run: return nil
        }
        let limits = Self.dateLimits
        let from = max(dates.lowerBound, limits.lowerBound)
        let to = min(dates.upperBound, limits.upperBound.adding(days: 1))
        guard from < to else { return nil }
        return LogQuestion(
            lane: place.lane, metrics: asked(of: metrics), from: "\(from)", to: "\(to)")
    }

    /// The quantities of a day, in the order of its page.
    var dayMetrics: [LogMetric] {
        let hearts: [LogMetric] =
            hasWatch ? [.day(.heartRate), .day(.heartRateVariability)] : [.run(.heartRate)]
        return [
            .day(.steps), .day(.distance), .day(.sleep), .day(.energy), .day(.restingHeartRate),
        ] + hearts + [.day(.bodyMass)]
    }

    /// The instants of the page's dates.
    var range: Range<FleetInstant>? {
        dates.flatMap { calendar?.range(of: $0) }
    }

    private var wants: [LogWant] {
        guard calendar != nil, fleet != nil, let range else { return [] }
        var wants: [LogWant] = follows ? [.changes] : []
        switch place.page {
        case .day:
            wants += runWants
            // An entry by hand that was added on this page can be removed on it.
            if follows, reads(.day(.bodyMass)) { wants.append(.values(.bodyMass, range)) }
            if let night = nightRange { wants.append(.night(night)) }
        case .month, .weeks: wants += runWants
        case .metric:
            if let metric = place.metric.dayMetric { wants.append(.values(metric, range)) }
        case .run: wants += runWants
        }
        if place.page == .run || place.page == .day, let run = shownRun { wants += flight(run) }
        return wants + [truthWant].compactMap(\.self)
    }

    /// A run belongs to the day of its start, and its summary comes after its end.
    func summaries(of range: Range<FleetInstant>) -> Range<FleetInstant> {
        range.lowerBound..<range.upperBound + runMax
    }

    /// An upper bound for the length of a session.
    private var runMax: FleetDuration {
        calendar?.hasDays ?? true ? .seconds(12 * 3600) : .lap * 2
    }

    /// The ranges whose summaries the page needs, the newest first: half a year is read in parts,
    /// and the present comes first.
    var runRanges: [Range<FleetInstant>] {
        guard let range else { return [] }
        switch place.page {
        case .day, .month: return [summaries(of: range)]
        case .run: return [summaries(of: runRange ?? range)]
        case .metric: return []
        case .weeks:
            guard let calendar, let dates else { return [] }
            return stride(from: LogbookPlace.weeks, to: 0, by: -Self.weeksAtOnce).map { end in
                let first = dates.lowerBound.adding(days: 7 * max(0, end - Self.weeksAtOnce))
                let last = dates.lowerBound.adding(days: 7 * end)
                return summaries(of: calendar.range(of: first..<last))
            }
        }
    }

    private static let weeksAtOnce = 4

    /// The next range of summaries to read, and the read ranges that are not complete yet.
    private var runWants: [LogWant] {
        let ranges = runRanges.filter { $0.lowerBound < present && !shelf.isWhole($0) }
        let open = ranges.filter(shelf.isRead)
        let next = ranges.first { !shelf.isRead($0) }
        return (open + [next].compactMap(\.self)).map(LogWant.runs)
    }

    /// The span around the chosen run in which the previous and the next run lie: an athlete may be
    /// ill, then away.
    var runRange: Range<FleetInstant>? {
        guard let run = shownRun, let start = shelf.starts[run] else { return nil }
        let tick = FleetDuration(ticks: 1)
        guard follows, let calendar else { return start..<start + tick }
        let margin = calendar.hasDays ? FleetDuration.seconds(32 * 86_400) : .lap * 3
        return start - margin..<start + margin
    }

    private func flight(_ session: String) -> [LogWant] {
        if shelf[flight: session]?.hasEnded ?? false { return [] }
        guard let start = shelf.starts[session] else { return [.start(session)] }
        return [.flight(session, start: start)]
    }

    /// Opens the wanted subscriptions, and ends the others.
    mutating func subscribe(at now: MonotonicInstant) {
        let wants = wants
        streams.removeAll { stream in
            !wants.contains(stream.want) || stream.retryAt.map { now >= $0 } ?? false
        }
        for want in wants where !streams.contains(where: { $0.want == want }) {
            switch want {
            case .values(let metric, let range): open(metric, range)
            case .night(let range): shelf.openNight(range)
            case .changes, .runs, .truths, .start, .flight: break
            }
            let calendar = calendar
            let subscription = LogSubscription(
                want, channel(want), lane: place.lane, number: nextName()
            ) {
                calendar?.instant(before: $0)
            }
            streams.append(LogStream(want: want, subscription: subscription))
        }
    }

    private mutating func open(_ metric: DayMetric, _ range: Range<FleetInstant>) {
        guard shelf.listMetric != metric || shelf.list?.range != range else { return }
        shelf.list = EntryList(range)
        shelf.listMetric = metric
    }

    package var subscriptions: [LogSubscription] {
        streams.filter(\.isOpen).map(\.subscription)
    }

    /// The progress of the subscription for a purpose; nil without one.
    func stream(_ isWanted: (LogWant) -> Bool) -> LogStream? {
        streams.first { isWanted($0.want) }
    }
}
