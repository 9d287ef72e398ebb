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
    /// Whether the fleet's first sessions are to be asked for again, to choose a lane among them.
    var asksForSessions = false
    /// Raised whenever a subscription of that role must begin anew.
    var generations: [DisplaySubscription.Role: Int] = [:]
    var link = LinkRecord()
    /// The first line of the help that is seen.
    var helpTop = 0
    var pager = FleetPager()
    /// Where the user is in the list of the fleet.
    var cursor = FleetCursor()
    /// Whether the table has been brought to where the user expects it.
    var isTablePlaced = false
    /// The lanes that the table's subscriptions name.
    var followed = FollowedLanes([])
    /// When the table's lanes last became other ones, microseconds of the monotonic clock.
    var tableChangedAt: Int64 = 0
    /// The filter as it was before the user began to write one; nil while nobody does.
    var filterBefore: String?
    var commands = CommandDialog()
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

    /// How long a picture lasts if nothing else happens, microseconds: a second on the fleet's
    /// clock, a tenth of one on the machine's at least.
    package var frameInterval: Int64 {
        max(100_000, Int64(1_000_000 / max(fleet?.speed ?? 1, 1)))
    }

    mutating func beginAnew(_ roles: DisplaySubscription.Role...) {
        for role in roles { generations[role, default: 0] += 1 }
    }
}
