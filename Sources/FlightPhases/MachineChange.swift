import Vocabulary

/// A change of the machine, and whether the truth has supported it.
struct MachineChange: Equatable, Sendable {
    let from: Phase
    let to: Phase
    let instant: FleetDuration
    private var isSupported = false

    /// - Parameter truth: what was true up to `instant`.
    init(from: Phase, to: Phase, after truth: TrueStretch, at instant: FleetDuration) {
        self.from = from
        self.to = to
        self.instant = instant
        see(truth, at: instant)
    }

    /// Takes in what was true up to `now`.
    mutating func see(_ truth: TrueStretch, at now: FleetDuration) {
        if truth.phase == to, now - truth.since >= PhaseScore.supportSpan { isSupported = true }
    }

    /// Whether a change to `next` shows that this one was for nothing.
    func isSpurious(undoneBy next: Phase, at now: FleetDuration) -> Bool {
        next == from && !isSupported && now - instant <= PhaseScore.undoLimit
    }
}
