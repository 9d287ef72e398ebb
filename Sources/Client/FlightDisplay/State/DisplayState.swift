import CivilTime
import Readout
import Terminal
import Vocabulary
import WireProtocol

/// The whole state of the display as a value: lines, keys and time change it.
package struct DisplayState: LinkedDisplay {
    package var preferences: Preferences
    /// The last error or change of a setting, for the footer.
    package internal(set) var notice: String?

    /// The fleet's zone; UTC if it has none, or one that this machine does not know.
    var zone = TimeZoneRules.utc
    private let zones: @Sendable (String) -> TimeZoneRules?
    var levels: PhaseLevels?
    var picture = Picture()
    /// The picture that stays on the screen while the user has frozen it.
    var frozen: Frozen?
    /// The lane of the flight view; nil until one is chosen.
    var lane: LaneID?
    /// The questions to ask the daemon again: for sessions to choose a lane from them, for the
    /// rights of this client.
    var questions: Set<FleetQuestion> = []
    /// The number of each subscription of a role, part of its name; a new number makes a new one.
    var generations: [DisplaySubscription.Role: Int] = [:]
    var link = LinkRecord()
    /// Nil while the help is closed.
    package internal(set) var help: HelpScroll?
    var list = FleetList()
    var commands = CommandDialog<FleetCommand>("command")
    /// The state of a lane whose athlete rests.
    var rest = RestState()
    /// The size of the screen; 80 x 24 until it is known.
    var size: (columns: Int, rows: Int) = (80, 24)

    /// The sessions on the screen: one in full, and a page of the fleet.
    struct Picture: Equatable, Sendable {
        var flight: FlightModel?
        var table = FleetTable()
        /// The lane of the selected row.
        var selected: LaneID?
    }

    struct Frozen: Sendable {
        var picture: Picture
        let at: FleetInstant
    }

    /// - Parameters:
    ///   - lane: the lane of the flight view; nil chooses one in mid-flight.
    ///   - zones: the rules of a time zone by its name; nil for one that this machine does not
    ///     know.
    package init(
        _ preferences: Preferences, lane: LaneID? = nil,
        zones: @escaping @Sendable (String) -> TimeZoneRules? = { _ in nil }
    ) {
        self.preferences = preferences
        self.zones = zones
        self.lane = lane
        picture.selected = lane
    }

    /// The instant of fleet time that the screen shows.
    func shownInstant(at now: MonotonicInstant) -> FleetInstant {
        frozen?.at ?? link.instant(at: now)
    }

    var fleet: GreetedFleet? { link.fleet }
    var pager: FleetPager { list.pager }

    package var usesMouse: Bool { preferences.usesMouse }

    package func screen(at now: MonotonicInstant, columns: Int, rows: Int) -> Screen {
        DisplayView.draw(self, at: now, columns: columns, rows: rows)
    }

    var shownPicture: Picture { frozen?.picture ?? picture }

    /// How long a frame lasts if nothing else happens: one second of fleet time, but at least
    /// 0.1 s.
    package var frameInterval: Duration {
        max(.milliseconds(100), .microseconds(Int64(1_000_000 / max(fleet?.speed ?? 1, 1))))
    }

    /// Sets the zone that a greeting names; times are in UTC where this machine does not know it.
    mutating func takeZone(_ greeting: JSONValue) {
        zone = greeting["time_zone"]?.text.flatMap(zones) ?? .utc
    }

    /// Begins all subscriptions of the flight view anew.
    mutating func resubscribeFlight() { resubscribe(.present, .past, .ground) }

    mutating func resubscribe(_ roles: DisplaySubscription.Role...) {
        for role in roles { generations[role, default: 0] += 1 }
    }
}

extension DisplayState {
    package var openingRequests: [String] { FleetQuestion.allCases.map(\.request) }

    package var subscriptions: [DisplaySubscription] {
        guard let fleet, let lane else { return [] }
        let rights = fleet.rights
        switch preferences.view {
        case .flight:
            return [
                .present(
                    lane: lane, preferences, every: intervals.present,
                    generation: generation(.present), rights),
                showsGround
                    ? .ground(
                        lane: lane, step: intervals.past, generation: generation(.ground), rights)
                    : nil,
                .past(lane: lane, step: intervals.past, generation: generation(.past), rights),
                rest.since.flatMap {
                    .rest(lane: lane, at: $0, generation: generation(.rest), rights)
                },
            ].compactMap(\.self)
        case .fleet:
            let followed = list.followed
            guard !followed.lanes.isEmpty else { return [] }
            return [
                .fleet(
                    followed, every: intervals.fleet, generation: generation(.fleet), rights),
                .trail(
                    followed, step: intervals.trail, generation: generation(.trail), rights),
            ].compactMap(\.self)
        }
    }

    /// The role of a current subscription; nil for one that has been cancelled.
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

/// A question about the whole fleet, which every connection begins with.
enum FleetQuestion: String, CaseIterable, Sendable {
    case describe, sessions

    /// The whole request, without its newline.
    var request: String { #"{"op":"\#(rawValue)"}"# }
}

/// The user's choice of views, units and other settings.
package struct Preferences: Equatable, Sendable {
    package enum View: Equatable, Sendable {
        case flight, fleet
    }

    package var view = View.flight
    /// The window in the form of the wire: `30s`, or `session`.
    package var window = "5s"
    /// The smoothing in the form of `runway tail --smooth`, or `none`.
    package var smoothing = "none"
    package var units: Units
    package var symbols: Symbols
    /// The span of the graphs, minutes.
    package var graphMinutes = 10
    /// Whether the log is shown in a layout that hides it, and hidden in one that shows it.
    package var flipsLog = false
    /// Whether track and altitude are shown in a layout that hides them, and hidden in one that
    /// shows them.
    package var flipsGround = false
    /// Whether mouse events are handled; if not, the mouse selects text as elsewhere in the
    /// terminal.
    package var usesMouse = true

    package init(units: Units, symbols: Symbols) {
        self.units = units
        self.symbols = symbols
    }

    static let windows = ["5s", "10s", "30s", "1m", "session"]
    static let smoothings = ["none", "ema2:3s", "ema:5s", "ema:15s", "mean:10s", "median:10s"]
    static let graphSpans = [10, 20, 60, 5]

    /// The value after `current`; the first follows the last, and an unknown value.
    static func next<Value: Equatable>(_ current: Value, in values: [Value]) -> Value {
        let index = values.firstIndex(of: current).map { ($0 + 1) % values.count } ?? 0
        return values[index]
    }
}
