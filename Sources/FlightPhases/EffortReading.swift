/// A band and what speaks for it.
public struct EffortReading: Hashable, Sendable {
    public let band: EffortBand
    public let cause: PhaseTransition.Cause
}
