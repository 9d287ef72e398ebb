import CivilTime
import FlightDisplay
import Readout
import Terminal
import Vocabulary

/// The page at which the logbook is open.
package struct LogbookPlace: Equatable, Sendable {
    package enum Page: Equatable, Sendable {
        case day, month, weeks, metric, run
    }

    package var page = Page.day
    /// The lane that the user chose; nil for the first of the daemon's lanes.
    package var chosenLane: LaneID?
    /// The lane in use, once the daemon has greeted.
    package internal(set) var lane: LaneID
    /// The chosen date; nil follows the present day.
    package var date: CivilDate?
    /// The day that a flag names, until the fleet's clock resolves it to a date.
    package var asked: Moment?
    package var metric = LogMetric.day(.steps)
    /// The number of days in a metric's graph.
    package var days = LogbookPlace.usualDays
    /// The session on the page of a run; nil for the run of the date.
    package var run: String?
    /// The chosen row of a list, or the first shown line.
    package var row = 0
    /// What the page of a run shows at its side, if it has no room for all.
    var side = RunSide.splits
    /// Whether the page of a day shows its heart rate and night in the place of its run.
    var showsBody = false

    package static let usualDays = 28
    /// At most a year: a screen has no columns for more days.
    package static let daysRange = 2...366
    /// The number of weeks on the page of weeks.
    static let weeks = 26

    package init(lane: LaneID?) {
        chosenLane = lane
        self.lane = lane ?? LaneID(index: 0)
    }
}

/// A part of a run that others may have to make room for.
enum RunSide: String, CaseIterable, Sendable {
    case splits, zones, log

    /// The next part, or the one before it; only a run with a track has no other place for its log.
    func turned(by count: Int, hasTrack: Bool) -> RunSide {
        let all = Self.allCases.filter { $0 != .log || hasTrack }
        let index = all.firstIndex(of: self) ?? 0
        return all[(index + count + all.count) % all.count]
    }
}

/// The user's choice of symbols, units and other settings.
package struct LogbookPreferences: Equatable, Sendable {
    package var symbols: Symbols
    package var units: Units
    package var weekStart = WeekStart.monday
    /// The goal in steps a day.
    package var goal = LogbookPreferences.usualGoal
    /// Whether the goal was changed and must be saved.
    package var keepsGoal = false
    /// Whether the pages show what is behind the days.
    package var showsTruth = false
    /// Whether the daemon was started for this logbook.
    package var isEmbedded = false

    package static let usualGoal = 10_000
    package static let goalRange = 1...200_000

    package init(symbols: Symbols, units: Units = .metric) {
        self.symbols = symbols
        self.units = units
    }
}
