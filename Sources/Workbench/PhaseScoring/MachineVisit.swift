import Vocabulary

/// The machine's stay in one phase, and whether the truth gave reason for it.
struct MachineVisit: Equatable, Sendable {
    let phase: Phase
    private let start: FleetDuration
    /// Whether the visit began with a change during the run.
    private let isChange: Bool

    init(_ phase: Phase, isChange: Bool, at instant: FleetDuration) {
        self.phase = phase
        start = instant
        self.isChange = isChange
    }

    /// Whether the change that began the visit was spurious.
    ///
    /// - Parameter support: the last instant at which the visit's phase had been true for the
    ///   support span; nil if there was none.
    func isSpurious(lastSupport support: FleetDuration?) -> Bool {
        guard isChange else { return false }
        guard let support else { return true }
        return support < start - PhaseScore.lookBack
    }
}
