import CivilTime
import FlightDisplay
import Readout
import Vocabulary

/// A run in the lists of the pages.
struct ListedRun: Equatable, Sendable {
    let session: String
    let start: FleetInstant
    /// The summary of the run; nil while it flies.
    let summary: RunEntry?
}

/// The choice of the shown run.
extension LogbookState {
    /// The runs that began on a date, with the one that still flies, in their order.
    func runs(on date: CivilDate) -> [ListedRun] {
        guard let calendar, let day = calendar.zone.day(date) else { return [] }
        return runs(in: day)
    }

    func runs(in range: Range<FleetInstant>) -> [ListedRun] {
        var runs = shelf.runs(in: range).map {
            ListedRun(session: $0.session, start: $0.start, summary: $0)
        }
        if let flown = flownRun, range.contains(flown.start),
            !runs.contains(where: { $0.session == flown.session })
        {
            runs.append(flown)
        }
        return runs
    }

    /// The session that the lane flies now.
    private var flownRun: ListedRun? {
        guard let card, !card.isResting, let start = card.start, start <= present,
            shelf[flight: card.session]?.hasEnded != true
        else { return nil }
        return ListedRun(session: card.session, start: start, summary: nil)
    }

    /// The session on the page: the chosen one, else a run of the date; of several runs, the chosen
    /// row counted from the last.
    var shownRun: String? {
        if place.page == .run, let run = place.run { return run }
        guard let date else { return nil }
        let runs = runs(on: date)
        guard !runs.isEmpty else { return nil }
        let row = place.page == .day ? place.row : 0
        return runs[runs.count - 1 - row % runs.count].session
    }

    /// Whether all summaries for the page's dates have arrived, or all up to the present.
    var hasRuns: Bool {
        calendar != nil && runRanges.allSatisfy { $0.lowerBound >= present || shelf.isRead($0) }
    }

    /// Why the runs are not known; nil without a refusal.
    var runRefusal: Refusal? {
        stream { want in
            if case .runs = want { true } else { false }
        }?.refusal
    }
}

/// The runs of a range together.
struct RunTotals: Equatable, Sendable {
    private(set) var count = 0
    private(set) var metres = 0.0
    /// Seconds in motion.
    private(set) var seconds = 0.0
    private(set) var longest = 0.0

    init(_ runs: [ListedRun]) {
        // A run without a summary still flies, and adds nothing yet.
        for case let summary? in runs.map(\.summary) {
            count += 1
            let length = summary.metres ?? 0
            metres += length
            seconds += summary.moving ?? 0
            longest = max(longest, length)
        }
    }

    /// Kilometres or miles, `8.0`.
    func length(_ units: Units) -> String {
        NumberText.fixed(units.distance(metres: metres), 1)
    }

    /// `8.0 km`.
    func lengthWithUnit(_ units: Units) -> String { "\(length(units)) \(units.distanceName)" }

    /// `9:02:10`.
    var time: String { NumberText.clock(NumberText.whole(seconds)) }
}
