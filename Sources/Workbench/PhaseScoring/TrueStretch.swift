import Vocabulary

/// A true phase from its first step on, and when the machine came to show it.
struct TrueStretch: Equatable, Sendable {
    let phase: Phase
    let since: FleetDuration
    private var shown: FleetDuration?

    init(_ phase: Phase, seenBy machine: Phase, at instant: FleetDuration) {
        self.phase = phase
        since = instant
        see(machine, at: instant)
    }

    mutating func see(_ machine: Phase, at instant: FleetDuration) {
        if machine == phase, shown == nil { shown = instant }
    }

    /// Whether the phase has been true for `span` without a break.
    func hasHeld(_ span: FleetDuration, at instant: FleetDuration) -> Bool {
        instant - since >= span
    }

    /// What became of the phase if it ends at `instant`.
    func ended(at instant: FleetDuration) -> Detection {
        guard shown != since, instant - since >= PhaseScore.detectableSpan else {
            return .notNeeded
        }
        return shown.map { .after($0 - since) } ?? .missed
    }
}
