import Vocabulary
import WireProtocol

/// Everything that the display knows and shows: a value that lines, keys and time change.
package struct DisplayState: Sendable {
    package var preferences: Preferences
    /// What went wrong or was changed last.
    package internal(set) var notice: String?

    var fleet: FleetFacts?
    var clock: FleetClock?
    var levels: PhaseLevels?
    var picture = Picture()
    /// What stays on the screen while the user has paused it.
    var frozen: Frozen?
    /// The lane that is chosen; nil until one is.
    var lane: Int?
    /// Raised whenever a subscription of that role must begin anew.
    var generations: [DisplaySubscription.Role: Int] = [:]
    var link = LinkRecord()
    private var sortedAt: Int64?
    /// The first line of the help that is seen.
    var helpTop = 0
    /// The screen; what is usual until it is known.
    var size: (columns: Int, rows: Int) = (80, 24)

    /// The sessions that are shown: one in full, and a page of the fleet.
    struct Picture: Equatable, Sendable {
        var flight: FlightModel?
        var table = FleetTable()
        /// The lane that the table has its mark on.
        var marked: Int?
    }

    struct Frozen: Sendable {
        var picture: Picture
        let at: FleetInstant
    }

    /// - Parameter lane: the lane to begin with; nil chooses one in mid-flight.
    package init(_ preferences: Preferences, lane: Int? = nil) {
        self.preferences = preferences
        self.lane = lane
        picture.marked = lane
    }

    /// The instant of fleet time that the screen shows.
    ///
    /// - Parameter monotonic: microseconds of the machine's monotonic clock.
    func shownInstant(_ monotonic: Int64) -> FleetInstant {
        frozen?.at ?? clock?.now(monotonic) ?? FleetInstant(ticks: 0)
    }

    var shownPicture: Picture { frozen?.picture ?? picture }

    /// Takes the size of the screen, on which depends how far the help scrolls.
    package mutating func fit(columns: Int, rows: Int) { size = (columns, rows) }

    /// Brings up to date what follows time and not lines: the order of the table.
    ///
    /// Every few seconds only, so that rows can be read.
    package mutating func refresh(_ monotonic: Int64) {
        guard preferences.view == .fleet, monotonic - (sortedAt ?? 0) >= 5_000_000 else { return }
        sort(monotonic)
    }

    /// How long a picture lasts if nothing else happens, microseconds: a second on the fleet's
    /// clock, a tenth of one on the machine's at least.
    package var frameInterval: Int64 {
        max(100_000, Int64(1_000_000 / max(fleet?.speed ?? 1, 1)))
    }

    mutating func sort(_ monotonic: Int64?) {
        sortedAt = monotonic
        let (order, isReversed) = (preferences.order, preferences.isReversed)
        picture.table.sort(by: order, isReversed: isReversed)
        frozen?.picture.table.sort(by: order, isReversed: isReversed)
    }

    mutating func beginAnew(_ roles: DisplaySubscription.Role...) {
        for role in roles { generations[role, default: 0] += 1 }
    }
}
