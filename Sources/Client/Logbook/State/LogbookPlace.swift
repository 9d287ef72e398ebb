import CivilTime
import FlightDisplay
import Readout
import Terminal
import Vocabulary

/// Which page the logbook is open at.
package struct LogbookPlace: Equatable, Sendable {
    package enum Page: Equatable, Sendable {
        case day, month, weeks, metric, run
    }

    package var page = Page.day
    /// Nil is the first of the daemon's lanes.
    package var chosenLane: Int?
    /// The lane, once the daemon has greeted.
    package internal(set) var lane: Int
    /// Nil follows the present day.
    package var date: CivilDate?
    /// The day that was asked for, until the fleet's clock says which date that is.
    package var asked: Moment?
    package var metric = LogMetric.day(.steps)
    /// The days of a metric's graph.
    package var days = LogbookPlace.usualDays
    /// The session of the page of a run; nil for that of the date.
    package var run: String?
    /// The chosen row of a list, or its first line.
    package var row = 0
    /// Whether zones stand where the splits of a run would, if there is no room for both.
    var showsZones = false

    package static let usualDays = 28
    /// A year; more have no columns to be seen in.
    package static let daysRange = 2...366
    /// The weeks on the page of weeks.
    static let weeks = 26

    package init(lane: Int?) {
        chosenLane = lane
        self.lane = lane ?? 0
    }
}

/// What the user has chosen to see, and how.
package struct LogbookPreferences: Equatable, Sendable {
    package var symbols: Symbols
    package var units: Units
    package var weekStart = WeekStart.monday
    /// Steps of a day.
    package var goal = LogbookPreferences.usualGoal
    /// Whether the goal was changed and is to be kept.
    package var keepsGoal = false
    /// Whether the daemon was started for this logbook.
    package var isEmbedded = false

    package static let usualGoal = 10_000
    package static let goalRange = 1...200_000

    package init(symbols: Symbols, units: Units = .metric) {
        self.symbols = symbols
        self.units = units
    }
}
