import Vocabulary

/// What a score has to remember of the flight that is under way.
struct ScoredFlight: Equatable, Sendable {
    /// What a step tells about the time before it.
    struct Outcome {
        var endsSpuriousVisit = false
        var endedTruth: Detection?
    }

    private(set) var now: FleetDuration
    private(set) var truth: TrueStretch
    private var visit: MachineVisit
    /// When each phase had last been true for the support span.
    private var supports: [Phase: FleetDuration] = [:]

    init(_ phase: Phase, truth: Phase, at instant: FleetDuration) {
        now = instant
        self.truth = TrueStretch(truth, seenBy: phase, at: instant)
        visit = MachineVisit(phase, isChange: false, at: instant)
    }

    var phase: Phase { visit.phase }

    mutating func advance(
        _ next: Phase, truth nextTruth: Phase, at instant: FleetDuration
    ) -> Outcome {
        var outcome = Outcome()
        now = instant
        if truth.hasHeld(PhaseScore.supportSpan, at: instant) { supports[truth.phase] = instant }
        let isRunning = truth.phase.isRunning && nextTruth.isRunning
        if nextTruth != truth.phase {
            outcome.endedTruth = truth.ended(at: instant)
            truth = TrueStretch(nextTruth, seenBy: next, at: instant)
        } else {
            truth.see(next, at: instant)
        }
        if next != phase {
            outcome.endsSpuriousVisit = endsSpuriousVisit
            visit = MachineVisit(next, isChange: isRunning, at: instant)
        }
        return outcome
    }

    /// Whether the visit, if it ends now, was spurious from its start on.
    var endsSpuriousVisit: Bool { visit.isSpurious(lastSupport: supports[phase]) }
}
