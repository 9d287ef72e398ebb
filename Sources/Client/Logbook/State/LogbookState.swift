import CivilTime
import FlightDisplay
import Terminal
import Vocabulary
import WireProtocol

/// The whole state of the logbook as a value: lines, keys and time change it.
package struct LogbookState: LinkedDisplay {
    package var place: LogbookPlace
    package var preferences: LogbookPreferences
    /// The last error or change of a setting, for the last line.
    package internal(set) var notice: String?
    /// Whether later lines are followed too; else the data up to the present is enough.
    let follows: Bool
    /// The rules of a time zone by its name; nil for one that this machine does not know.
    private let zones: @Sendable (String) -> TimeZoneRules?

    var link = LinkRecord()
    var calendar: LogCalendar?
    /// The fleet's present, as of the last line or request.
    var present = FleetInstant(ticks: 0)
    var laneQuestion = LaneQuestion()
    var shelf = LogShelf()
    var streams: [LogStream] = []
    /// The number of requests and subscriptions so far, which names them.
    var count = 0
    var commands = CommandDialog<HandCommand>("hand")
    /// The line that the user types; nil while none is typed.
    var prompt: LogPrompt?
    /// Nil while the help is closed.
    var help: HelpScroll?
    var size: (columns: Int, rows: Int) = (80, 24)

    package init(
        _ place: LogbookPlace, _ preferences: LogbookPreferences, follows: Bool,
        zones: @escaping @Sendable (String) -> TimeZoneRules?
    ) {
        self.place = place
        self.preferences = preferences
        self.follows = follows
        self.zones = zones
    }

    var fleet: GreetedFleet? { link.fleet }

    package var usesMouse: Bool { false }

    /// The time between frames: a second, or less in a fast fleet, for the clock in the first line.
    package var frameInterval: Duration {
        (fleet?.speed ?? 1) > 30 ? .milliseconds(250) : .seconds(1)
    }

    package mutating func fit(columns: Int, rows: Int) { size = (columns, rows) }

    package func screen(at now: MonotonicInstant, columns: Int, rows: Int) -> Screen {
        LogbookView.draw(self, at: now, columns: columns, rows: rows)
    }

    /// The present day; nil before the greeting.
    var today: CivilDate? { calendar?.date(at: present) }

    var card: LaneCard? { laneQuestion.card }

    /// The date at which the logbook is open; nil before the greeting.
    package var date: CivilDate? { place.date ?? today }

    /// The note above the page if the athlete flies laps; nil if laps are days, and on the page of
    /// a run, which does not depend on days.
    package var lapsNote: String? {
        guard let fleet, fleet.fliesLaps(place.lane), place.page != .run else { return nil }
        return preferences.isEmbedded
            ? LapsNote.text(start: "it with --schedule days") : LapsNote.text
    }

    /// Shows a notice in the last line.
    package mutating func tell(_ notice: String) { self.notice = notice }

    mutating func nextName() -> Int {
        count += 1
        return count
    }
}

/// The link.
extension LogbookState {
    package var openingRequests: [String] { [] }

    package mutating func connect() {
        link.connect()
        notice = nil
        laneQuestion.ask()
        streams = []
        shelf.forgetRequests()
    }

    package mutating func disconnect(
        because reason: String, attempt: Int, nextAttempt: MonotonicInstant
    ) {
        notice = link.lose(because: reason, attempt: attempt, nextAttempt: nextAttempt)
        commands.loseLink()
        shelf.forgetRequests()
        streams = []
    }

    mutating func takeGreeting(_ line: JSONValue) {
        if let notice = link.greet(line) {
            self.notice = notice
            shelf = LogShelf()
            laneQuestion.forgetCard()
        }
        place.lane = place.chosenLane ?? fleet?.shard.lane(at: 0) ?? LaneID(index: 0)
        // The clock of a restarted daemon may be behind: a fast fleet begins anew with its daemon.
        present = link.clock?.origin ?? present
        calendar = LogCalendar(greeting: line, zones: zones)
        if let zone = calendar?.unknownZone {
            notice = "\(zone) is not among this machine's time zones: times are in UTC"
        }
        fitMetric()
        openAskedDay()
    }

    private mutating func openAskedDay() {
        guard let asked = place.asked, let calendar else { return }
        place.asked = nil
        do throws(SkippedTime) {
            let clock = MomentClock(present: present, zone: calendar.zone)
            let found = CivilDate(dayNumber: try clock.dayNumber(of: asked))
            place.date = found == today ? nil : found
        } catch {
            notice = "\(error)"
        }
    }

    /// Sets the present, which determines today's date.
    mutating func pass(to now: MonotonicInstant) {
        guard let clock = link.clock else { return }
        present = max(present, clock.instant(at: now))
    }
}
