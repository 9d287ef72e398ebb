import Vocabulary
import WireProtocol

extension DisplayState {
    /// The subscriptions that the screen needs now; who owns the link opens and ends them.
    package var subscriptions: [DisplaySubscription] {
        guard fleet != nil, let lane else { return [] }
        switch preferences.view {
        case .flight:
            return [
                .present(
                    lane: lane, preferences, every: presentEvery, generation: generation(.present)),
                .past(lane: lane, step: pastStep, generation: generation(.past)),
            ]
        case .fleet:
            guard !followed.lanes.isEmpty else { return [] }
            return [
                .fleet(followed, every: fleetEvery, generation: generation(.fleet)),
                .trail(followed, step: trailStep, generation: generation(.trail)),
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

    /// A whole number of seconds that takes at least `share` of a second on the clock.
    private func step(atLeast seconds: Int64, share: Double, atMost most: Int64) -> FleetDuration {
        let speed = fleet?.speed ?? 1
        let wanted = Int64(min(speed * share, Double(most)).rounded(.up))
        return .seconds(min(max(wanted, seconds), most))
    }

    /// A present that changes ten times a second at most: no eye follows more.
    var presentEvery: FleetDuration { step(atLeast: 1, share: 0.1, atMost: 600) }
    var pastStep: FleetDuration { step(atLeast: 5, share: 0.05, atMost: 30) }
    var fleetEvery: FleetDuration { step(atLeast: 2, share: 1, atMost: 600) }
    private var trailStep: FleetDuration { step(atLeast: 30, share: 2, atMost: 600) }
}
