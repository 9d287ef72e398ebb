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
    var fleet: GreetedFleet?
    var calendar: LogCalendar?
    var clock: FleetClock?
    /// The fleet's present, as of the last line or request.
    var present = FleetInstant(ticks: 0)
    /// The lane's row in the daemon's list.
    var card: LaneCard?
    var asksForCard = false
    /// Whether the daemon has answered about the lane.
    var hasCard = false
    var shelf = LogShelf()
    var streams: [LogStream] = []
    /// The number of requests and subscriptions so far, which names them.
    var count = 0
    var dialog = LogDialog()
    var helpTop: Int?
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
        link.loss = nil
        link.lastHeard = nil
        link.farewell = nil
        link.isCaughtUp = false
        notice = nil
        asksForCard = true
        streams = []
        shelf.forgetRequests()
    }

    package mutating func disconnect(
        because reason: String, attempt: Int, nextAttempt: MonotonicInstant
    ) {
        // The remedy is dropped: reconnecting, which the logbook does by itself.
        let reason = link.farewell ?? String(reason.prefix { $0 != ";" })
        link.loss = LinkRecord.Loss(reason: reason, attempt: attempt, nextAttempt: nextAttempt)
        dialog.forget()
        shelf.forgetRequests()
        streams = []
        notice = reason
    }

    mutating func takeGreeting(_ line: JSONValue) {
        let greeted = GreetedFleet(greeting: line)
        if let fleet, fleet.identity != greeted.identity {
            // Another fleet's sessions have the same names but are not the same.
            shelf = LogShelf()
            card = nil
            notice = "another fleet: seed \(greeted.seed)"
        }
        fleet = greeted
        place.lane = place.chosenLane ?? greeted.shard.lane(at: 0)
        clock = FleetClock(greeting: line)
        // The clock of a restarted daemon may be behind: a fast fleet begins anew with its daemon.
        present = clock?.origin ?? present
        calendar = LogCalendar(greeting: line, zones: zones)
        if let zone = calendar?.unknownZone {
            notice = "\(zone) is not among this machine's time zones: times are in UTC"
        }
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
        guard let clock else { return }
        present = max(present, clock.instant(at: now))
    }
}

/// The chosen lane's row in `sessions`: its athlete, and its current or next session.
struct LaneCard: Equatable, Sendable {
    let session: String
    let plan: String
    /// Sex and age, or the file name of a recording.
    let runner: String
    let isResting: Bool
    /// When the session begins or began.
    let start: FleetInstant?

    init(_ line: JSONValue) {
        session = line["session"]?.text ?? "?"
        plan = line["plan"]?.text ?? ""
        let athlete = line["athlete"]
        runner =
            athlete.map { "\($0["sex"]?.text ?? "?"), \($0["age"]?.integer ?? 0)" }
            ?? line["recording"]?.text ?? ""
        isResting = line["state"]?.text == "resting"
        start = (line["start"] ?? line["next"])?.instant
    }
}
