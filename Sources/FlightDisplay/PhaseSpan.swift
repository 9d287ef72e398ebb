import Vocabulary

/// A phase and when it began.
struct PhaseSpan: Equatable, Sendable {
    let phase: Phase
    let since: FleetInstant
}
