import Vocabulary

/// How long a session has stood still by its own account.
struct PauseTally: Equatable, Sendable {
    /// When the pause began that has not ended.
    private(set) var since: FleetInstant?
    private var ended = FleetDuration.zero

    mutating func begin(_ instant: FleetInstant) { since = instant }

    mutating func end(_ instant: FleetInstant) {
        guard let since else { return }
        ended = ended + (instant - since)
        self.since = nil
    }

    func total(at instant: FleetInstant) -> FleetDuration {
        ended + (since.map { max(.zero, instant - $0) } ?? .zero)
    }
}
