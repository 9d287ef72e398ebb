import Vocabulary
import WireProtocol

extension DisplayState {
    /// The subscriptions that the screen needs now; who owns the link opens and ends them.
    package var subscriptions: [DisplaySubscription] {
        guard let fleet, let lane else { return [] }
        switch preferences.view {
        case .flight:
            return [
                .present(
                    lane: lane, preferences, every: presentEvery, generation: generation(.present)),
                .past(lane: lane, step: pastStep, generation: generation(.past)),
            ]
        case .fleet:
            let lanes = tableLanes
            return [
                .fleet(lanes: lanes, every: fleetEvery, generation: generation(.fleet)),
                .trail(
                    lanes: lanes, step: trailStep, fromStart: fleet.sessions <= Self.trailLanes,
                    generation: generation(.trail)),
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

    /// As many lanes as a subscription may name.
    static var pageLanes: Int { ProtocolLimits.selectedSessions }
    /// Up to so many lanes have their trails filled from the past, which takes computing.
    private static var trailLanes: Int { 32 }

    /// The lanes of the table: the page that the chosen one is on.
    var tableLanes: [Int] { tableOrdinals.map(shard.lane) }

    /// Their places among the lanes that the daemon flies.
    var tableOrdinals: Range<Int> {
        let count = fleet?.sessions ?? 0
        let first = shard.ordinal(from: lane ?? 0) / Self.pageLanes * Self.pageLanes
        return first..<min(max(first + 1, count), first + Self.pageLanes)
    }

    var shard: FleetShard { fleet?.shard ?? .whole }

    /// A whole number of seconds that takes at least `share` of a second on the clock.
    private func step(atLeast seconds: Int64, share: Double, atMost most: Int64) -> FleetDuration {
        let speed = fleet?.speed ?? 1
        let wanted = Int64(min(speed * share, Double(most)).rounded(.up))
        return .seconds(min(max(wanted, seconds), most))
    }

    /// A present that changes ten times a second at most: no eye follows more.
    var presentEvery: FleetDuration { step(atLeast: 1, share: 0.1, atMost: 600) }
    var pastStep: FleetDuration { step(atLeast: 5, share: 0.05, atMost: 30) }
    var fleetEvery: FleetDuration { step(atLeast: 5, share: 1, atMost: 600) }
    private var trailStep: FleetDuration { step(atLeast: 30, share: 2, atMost: 600) }
}
