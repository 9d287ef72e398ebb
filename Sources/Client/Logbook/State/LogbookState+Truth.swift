import CivilTime
import FlightDisplay
import Vocabulary
import WireProtocol

/// What is behind the athlete's days, for who asks for it.
///
/// It comes by a subscription to the books of the shown dates, with entries of one sparse metric.
/// A subscription to the lane would bring the truth of each second of its runs as well, and the
/// daemon's sums of days say nothing of it.
extension LogbookState {
    /// Whether the page has a place for truths.
    var showsTruth: Bool {
        preferences.showsTruth && (place.page == .day || place.page == .month)
    }

    /// Why no truth of a day can come; nil if one can.
    var lackOfTruth: String? {
        guard let fleet else { return nil }
        guard fleet.rights.hasDayTruths else { return "this daemon tells none" }
        guard fleet.rights.reads(.truth), fleet.rights.reads(.entry) else {
            return GreetedRights.mark
        }
        return fleet.tellsDays(of: place.lane) ? nil : "only runs are known of this athlete"
    }

    /// The subscription to the truths of the page's dates that have begun; nil without any.
    var truthWant: LogWant? {
        guard showsTruth, lackOfTruth == nil, let dates, let today, let calendar else { return nil }
        let limits = Self.dateLimits
        let first = max(dates.lowerBound, limits.lowerBound)
        let begun = min(today, limits.upperBound).adding(days: 1)
        let end = min(dates.upperBound, begun)
        guard first < end else { return nil }
        let read = min(dates.upperBound.adding(days: Self.daysBehind), begun)
        let known = (0..<read - first).map { first.adding(days: $0) }
            .filter { calendar.zone.day($0) != nil }
        let books = known.map { calendar.book(of: place.lane, on: $0) }
        return books.isEmpty ? nil : .truths(books, calendar.range(of: first..<end))
    }

    /// How many days behind those of the page are read: their first line says that no truth is to
    /// come, where the last day of the page has no book.
    private static let daysBehind = 7

    mutating func takeTruth(
        _ line: JSONValue, of books: [String], _ range: Range<FleetInstant>, _ place: Int
    ) {
        guard let instant = line["t"]?.instant else { return }
        if let truth = LogTruth(line: line), let book = line["session"]?.text,
            books.contains(book)
        {
            shelf.take(truth, of: book)
        }
        if instant >= range.upperBound { streams[place].isOver = true }
    }

    /// What is behind a date; nil if the page does not show it, or nothing has been told.
    func truth(of date: CivilDate) -> LogTruth? {
        guard showsTruth, let calendar else { return nil }
        return shelf.truths[calendar.book(of: place.lane, on: date)]
    }

    /// What is behind a date in words; nil if the page does not show it.
    func truthText(on date: CivilDate) -> String? {
        guard showsTruth, let today, date <= today else { return nil }
        if let lack = lackOfTruth { return lack }
        if let truth = truth(of: date) { return truth.text(on: date) }
        let stream = stream { want in
            if case .truths = want { true } else { false }
        }
        if let refusal = stream?.refusal { return "not known: \(refusal.reason)" }
        if date == today { return "told at the end of the day" }
        guard let stream, stream.isLive || stream.isOver else {
            return link.loss == nil ? "reading ..." : "not known: the link is lost"
        }
        return "nothing is told of this day"
    }
}

extension LogCalendar {
    /// The name of the book of a lane's date.
    fileprivate func book(of lane: LaneID, on date: CivilDate) -> String {
        SessionName.book(of: lane, lap: date - self.date(at: epoch)).description
    }
}
