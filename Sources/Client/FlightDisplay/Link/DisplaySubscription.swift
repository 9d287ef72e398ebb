import Vocabulary
import WireProtocol

/// A subscription that the shown screen needs.
package struct DisplaySubscription: NamedSubscription {
    package enum Role: String, Sendable {
        /// The present of the chosen session, with the chosen window and smoothing.
        case present
        /// The chosen session from its start: phases, calls, traces.
        case past
        /// Where the chosen session led, from its start; only while that is shown.
        case ground
        /// The present of every session on the table's page.
        case fleet
        /// The heart rate of every session on the table's page from its start, at a coarse
        /// interval.
        case trail
        /// The last runs of the chosen lane, while its athlete rests.
        case rest
    }

    package let role: Role
    /// The subscription's name. A new subscription of the same role gets a new name.
    package let name: String
    /// The whole request, without its newline.
    package let request: String

    /// - Parameters:
    ///   - fields: the fields of the request, with a comma before each.
    init(_ role: Role, generation: Int, _ fields: String) {
        self.role = role
        name = "\(role.rawValue).\(generation)"
        request = #"{"op":"subscribe","sub":"\#(name)"\#(fields)}"#
    }
}

extension DisplaySubscription {
    /// All metrics of a lane.
    static func present(
        lane: LaneID, _ preferences: Preferences, every: FleetDuration, generation: Int,
        _ rights: GreetedRights
    ) -> DisplaySubscription? {
        guard let what = readable([.stat], Metric.vitals, rights) else { return nil }
        let isSmoothed = Metric.discrete.members.contains { rights.reads($0.name) }
        return DisplaySubscription(
            .present, generation: generation,
            #","select":{"session":"s\#(lane)"}\#(what)"#
                + #","window":"\#(preferences.window)","every":"\#(every)""#
                + (isSmoothed ? smoothing(preferences.smoothing) : ""))
    }

    /// The fields `kinds` and `metrics`, as far as the client may read them: the daemon refuses the
    /// whole subscription for one name without a right. Nil if nothing readable is left.
    private static func readable(
        _ kinds: [LineKind], _ metrics: [Metric], _ rights: GreetedRights
    ) -> String? {
        let metrics = metrics.filter { rights.reads($0.name) }
        let kinds = kinds.filter { rights.reads($0) && ($0 != .stat || !metrics.isEmpty) }
        guard !kinds.isEmpty else { return nil }
        func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ",") }
        let named = list(metrics.map(\.name))
        return (kinds == [.stat] ? "" : #","kinds":[\#(list(kinds.map(\.rawValue)))]"#)
            + (kinds.contains(.stat) ? #","metrics":[\#(named)]"# : "")
    }

    /// The field of the request for a smoothing such as `ema:5s`; empty for `none`.
    private static func smoothing(_ text: String) -> String {
        let parts = text.split(separator: ":")
        guard parts.count == 2 else { return "" }
        let span = parts[0].hasPrefix("ema") ? "half_life" : "over"
        return #","smooth":{"kind":"\#(parts[0])","\#(span)":"\#(parts[1])"}"#
    }

    static func past(
        lane: LaneID, step: FleetDuration, generation: Int, _ rights: GreetedRights
    ) -> DisplaySubscription? {
        let metrics = FlightRecord.graphed + [.distance]
        let kinds: [LineKind] = [.stat, .phase, .advisory, .event]
        return readable(kinds, metrics, rights).map { what in
            DisplaySubscription(
                .past, generation: generation,
                #","select":{"session":"s\#(lane)"}\#(what),"stats":["average","latest"]"#
                    + #","window":"5s","every":"\#(step)","after":"start""#)
        }
    }

    /// Nil if the daemon tells no place that the client may read.
    static func ground(
        lane: LaneID, step: FleetDuration, generation: Int, _ rights: GreetedRights
    ) -> DisplaySubscription? {
        guard !rights.places.isEmpty else { return nil }
        return readable([.stat], [.distance] + rights.places, rights).map { what in
            DisplaySubscription(
                .ground, generation: generation,
                #","select":{"session":"s\#(lane)"}\#(what),"stats":["latest"]"#
                    + #","window":"5s","every":"\#(step)","after":"start""#)
        }
    }

    /// The subscription has an id, so that its refusal is told apart from others.
    static func rest(
        lane: LaneID, at now: FleetInstant, generation: Int, _ rights: GreetedRights
    ) -> DisplaySubscription? {
        RestRecord.runs(of: lane, before: now, rights).map { what in
            DisplaySubscription(.rest, generation: generation, #","id":"\#(restID)"\#(what)"#)
        }
    }

    static let restID = "rest"

    static func fleet(
        _ followed: FollowedLanes, every: FleetDuration, generation: Int, _ rights: GreetedRights
    ) -> DisplaySubscription? {
        readable([.stat, .phase, .event], Metric.vitals, rights).map { what in
            DisplaySubscription(
                .fleet, generation: generation,
                followed.selection + what
                    + #","stats":["latest"],"window":"5s","every":"\#(every)""#)
        }
    }

    static func trail(
        _ followed: FollowedLanes, step: FleetDuration, generation: Int, _ rights: GreetedRights
    ) -> DisplaySubscription? {
        readable([.stat], [.heartRate], rights).map { what in
            DisplaySubscription(
                .trail, generation: generation,
                followed.selection + what
                    + #","stats":["average"],"window":"30s","every":"\#(step)","after":"start""#)
        }
    }
}

/// The lanes that the table's subscriptions name. The text of the request is made once, because the
/// wanted subscriptions are compared after every line.
struct FollowedLanes: Equatable, Sendable {
    /// The lanes, ascending.
    let lanes: [LaneID]
    /// The field of the request, with a comma before it.
    let selection: String
    /// The query of the page that has these lanes.
    let query: FleetQuery?
    /// When the subscriptions began.
    let since: MonotonicInstant

    init(_ lanes: [LaneID], of query: FleetQuery? = nil, since: MonotonicInstant = .zero) {
        (self.query, self.since) = (query, since)
        self.lanes = lanes.sorted()
        let names = self.lanes.map { "\"s\($0)\"" }.joined(separator: ",")
        selection = #","select":{"session":[\#(names)]}"#
    }

    /// A page is subscribed to only after its sessions have stayed the same for this long, so that
    /// scrolling does not begin a subscription with every row.
    private static let settleTime = Duration.milliseconds(250)
    /// The subscriptions of one page are renewed at most this often, however often its sessions
    /// change, because each renewal replays the trails of all its lanes.
    private static let renewalInterval = Duration.seconds(8)

    /// When the lanes of a page are to be subscribed to instead.
    ///
    /// - Parameter changedAt: when the lanes of the page last changed.
    func renewalDueAt(
        of query: FleetQuery?, changedAt: MonotonicInstant
    ) -> MonotonicInstant {
        guard !lanes.isEmpty else { return changedAt }
        let settled = changedAt + Self.settleTime
        return query == self.query ? max(settled, since + Self.renewalInterval) : settled
    }

    /// Whether these are the lanes of a page, in any order. O(n log n).
    func isOf(_ order: [LaneID]) -> Bool { order.count == lanes.count && order.sorted() == lanes }

    static func == (left: FollowedLanes, right: FollowedLanes) -> Bool { left.lanes == right.lanes }
}

/// The interval of each subscription, whole seconds of fleet time. It is longer in a fast fleet, so
/// that the screen does not change more often than an eye can follow.
struct SubscriptionIntervals {
    /// Seconds of fleet time in a second.
    let speed: Double

    var present: FleetDuration { interval(0.1, in: 1...600) }
    var past: FleetDuration { interval(0.05, in: 5...30) }
    var fleet: FleetDuration { interval(1, in: 2...600) }
    var trail: FleetDuration { interval(2, in: 30...600) }

    /// The fleet time in `share` of a second on the clock, rounded up to seconds and clamped.
    private func interval(_ share: Double, in limits: ClosedRange<Int64>) -> FleetDuration {
        let wanted = Int64(min(speed * share, Double(limits.upperBound)).rounded(.up))
        return .seconds(min(max(wanted, limits.lowerBound), limits.upperBound))
    }
}
