import Simulation
import WireProtocol

extension Roster {
    /// The athletes as lanes fly them, and what the fleet's identity knows of them: nothing of
    /// those at the end of the list of whom nothing is ordered.
    init(_ athletes: [OrderedAthlete]) {
        let last = athletes.lastIndex { $0 != OrderedAthlete() }
        let athletes = athletes.prefix(last.map { $0 + 1 } ?? 0)
        guard !athletes.isEmpty else {
            self = .drawn
            return
        }
        var hasher = IdentityHasher()
        for var athlete in athletes {
            // The content of its route is in the identity, not where the file lies.
            athlete.route = nil
            hasher.combine("athlete", athlete.json5)
        }
        self.init(
            orders: athletes.map(\.body), names: athletes.map(\.name),
            contentHash: "\(athletes.count) \(hasher.finalize())")
    }
}
