import Terminal
import Vocabulary
import WireProtocol

/// Everything that the display knows and shows: a value that lines, keys and time change.
package struct DisplayState: Sendable {
    package var preferences: Preferences
    /// What went wrong or was changed last.
    package internal(set) var notice: String?

    var fleet: GreetedFleet?
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
    var isTableOpened = false
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
        var selected: Int?
    }

    struct Frozen: Sendable {
        var picture: Picture
        let at: FleetInstant
    }

    /// - Parameter lane: the lane to begin with; nil chooses one in mid-flight.
    package init(_ preferences: Preferences, lane: Int? = nil) {
        self.preferences = preferences
        self.lane = lane
        picture.selected = lane
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

    mutating func resubscribe(_ roles: DisplaySubscription.Role...) {
        for role in roles { generations[role, default: 0] += 1 }
    }
}

extension DisplayState {
    /// The subscriptions that the screen needs now; who owns the link opens and ends them.
    package var subscriptions: [DisplaySubscription] {
        guard fleet != nil, let lane else { return [] }
        switch preferences.view {
        case .flight:
            return [
                .present(
                    lane: lane, preferences, every: intervals.present,
                    generation: generation(.present)),
                .past(lane: lane, step: intervals.past, generation: generation(.past)),
            ]
        case .fleet:
            guard !followed.lanes.isEmpty else { return [] }
            return [
                .fleet(followed, every: intervals.fleet, generation: generation(.fleet)),
                .trail(followed, step: intervals.trail, generation: generation(.trail)),
            ]
        }
    }

    /// The role of a subscription that is still wanted; nil for one that has been given up.
    func role(ofSubscription name: String) -> DisplaySubscription.Role? {
        let parts = name.split(separator: ".")
        guard parts.count == 2, let role = DisplaySubscription.Role(rawValue: String(parts[0])),
            Int(parts[1]) == generation(role)
        else { return nil }
        return role
    }

    private func generation(_ role: DisplaySubscription.Role) -> Int { generations[role] ?? 0 }

    var shard: FleetShard { fleet?.shard ?? .whole }

    var intervals: SubscriptionIntervals { SubscriptionIntervals(speed: fleet?.speed ?? 1) }
}

/// What the user has chosen to see, and how.
package struct Preferences: Equatable, Sendable {
    package enum View: Equatable, Sendable {
        case flight, fleet
    }

    package var view = View.flight
    /// As on the wire: `30s`, or `session`.
    package var window = "5s"
    /// As `runway tail --smooth` takes it, or `none`.
    package var smoothing = "none"
    package var units: Units
    package var symbols: Symbols
    /// How far back the graphs reach, in minutes.
    package var graphMinutes = 10
    package var showsHelp = false
    /// Whether the log is shown where it is not by itself, and the other way round.
    package var flipsLog = false
    /// Whether the mouse works; if not, it selects text as anywhere in the terminal.
    package var usesMouse = true

    package init(units: Units, symbols: Symbols) {
        self.units = units
        self.symbols = symbols
    }

    static let windows = ["5s", "10s", "30s", "1m", "session"]
    static let smoothings = ["none", "ema2:3s", "ema:5s", "ema:15s", "mean:10s", "median:10s"]
    static let graphSpans = [10, 20, 60, 5]

    /// The entry after `current`, from the start again behind the last or for a stranger.
    static func next<Value: Equatable>(_ current: Value, in values: [Value]) -> Value {
        let index = values.firstIndex(of: current).map { ($0 + 1) % values.count } ?? 0
        return values[index]
    }
}
