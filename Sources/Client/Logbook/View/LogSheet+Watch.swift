import CivilTime
import FlightDisplay
import Vocabulary
import WireProtocol

/// What is missing because the watch was not worn: that is never shown as zero.
extension LogSheet {
    static let notWorn = "not worn"

    var hasWatch: Bool { state.hasWatch }

    /// Whether the date is over, so that nothing more is awaited.
    var isOver: Bool { date < today }

    /// The instants of the date; nil if the zone skips it.
    var dayRange: Range<FleetInstant>? { calendar.zone.day(date) }

    /// The quarters of an hour of the date, with their heart rate.
    var quarters: [DayBucket] {
        state.heartQuestion.flatMap { state.shelf[$0].buckets } ?? []
    }

    /// The text in place of a missing value of a day.
    func lackText(_ metric: LogMetric, on day: DayBucket) -> String {
        guard reads(metric) else { return GreetedRights.mark }
        return isNotWorn(for: metric, on: day) ? Self.notWorn : "no data"
    }

    /// Whether a value is missing because the watch was not worn on a day, or in the night before.
    func isNotWorn(for metric: LogMetric, on day: DayBucket) -> Bool {
        guard hasWatch, !day.isOpen else { return false }
        if metric == .day(.bodyMass) { return false }
        let ofNights: [LogMetric] = [.day(.heartRateVariability), .day(.sleep)]
        let witnesses =
            ofNights.contains(metric)
            ? ofNights : LogMetric.all.filter(\.hasQuarters)
        return (witnesses + [metric]).allSatisfy { day[$0, units] == nil }
    }
}
