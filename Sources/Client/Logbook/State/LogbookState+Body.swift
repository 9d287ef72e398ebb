import CivilTime
import FlightDisplay
import Vocabulary
import WireProtocol

/// What the athlete's watch reads apart from runs: the heart rate of days, and nights.
extension LogbookState {
    /// Whether the daemon tells what the watch reads day and night; so it is taken before the
    /// greeting.
    var hasWatch: Bool {
        fleet.map { $0.rights.hasWatch && $0.tellsDays(of: place.lane) } ?? true
    }

    /// The metrics of the page of values, in the order of its keys.
    var metrics: [LogMetric] { hasWatch ? LogMetric.all : LogMetric.withoutWatch }

    /// Keeps to the chosen metric where it is one of whole days, or one of runs.
    mutating func fitMetric() {
        guard !metrics.contains(place.metric) else { return }
        place.metric = metrics.first { $0.name == place.metric.name } ?? place.metric
    }

    /// Shows heart rate and night of the day in the place of its run, or the run again.
    mutating func openBody() {
        guard hasWatch else {
            return notice = "nothing is known of this athlete's heart rate and nights besides runs"
        }
        place.showsBody = place.page != .day || !place.showsBody
        place.page = .day
        place.run = nil
    }

    /// A date that has begun and that the zone has, of which a watch may tell.
    private var bodyDate: CivilDate? {
        guard place.page == .day, hasWatch, let date, let today, date <= today else { return nil }
        return calendar?.zone.day(date).map { _ in date }
    }

    /// The question about the heart rate in the course of a day; nil without a right to it.
    var heartQuestion: LogQuestion? {
        guard let date = bodyDate, reads(.day(.heartRate)), Self.dateLimits.contains(date) else {
            return nil
        }
        return LogQuestion(
            lane: place.lane, metrics: [.day(.heartRate)], from: "\(date)",
            to: "\(date.adding(days: 1))", interval: .quarter)
    }

    /// The stages of sleep that the reader may read.
    var readableStages: [DayMetric] {
        SleepRecord.levels.map(\.stage).filter { reads(.day($0)) }
    }

    /// The date of a day's page, if the reader may read stages of sleep.
    var nightRange: Range<FleetInstant>? {
        guard let date = bodyDate, !readableStages.isEmpty else { return nil }
        return calendar?.range(of: date..<date.adding(days: 1))
    }

    /// The sleep that ends on the date of a day's page, as far as it is known.
    var sleep: SleepRecord? {
        guard let calendar, let range = nightRange else { return nil }
        return SleepRecord(
            shelf.stages(of: range).compactMap(SleepRecord.Stretch.init), within: range,
            calendar.zone)
    }
}
