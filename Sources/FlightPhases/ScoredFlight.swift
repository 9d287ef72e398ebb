import Vocabulary

/// What a score has to remember of the flight that is under way.
struct ScoredFlight: Equatable, Sendable {
    /// What a step tells about the time before it.
    struct Outcome {
        var undoesSpuriousChange = false
        var endedTruth: Detection?
    }

    private(set) var now: FleetDuration
    private(set) var phase: Phase
    private(set) var truth: TrueStretch
    /// The machine's last change.
    private var change: MachineChange?

    init(_ phase: Phase, truth: Phase, at instant: FleetDuration) {
        now = instant
        self.phase = phase
        self.truth = TrueStretch(truth, seenBy: phase, at: instant)
    }

    mutating func advance(
        _ next: Phase, truth nextTruth: Phase, at instant: FleetDuration
    ) -> Outcome {
        var outcome = Outcome()
        let heldTruth = truth
        now = instant
        if nextTruth != truth.phase {
            outcome.endedTruth = truth.ended(at: instant)
            truth = TrueStretch(nextTruth, seenBy: next, at: instant)
        } else {
            truth.see(next, at: instant)
        }
        change?.see(heldTruth, at: instant)
        if next != phase {
            outcome.undoesSpuriousChange = change?.isSpurious(undoneBy: next, at: instant) ?? false
            change = MachineChange(from: phase, to: next, after: heldTruth, at: instant)
            phase = next
        }
        return outcome
    }
}
