/// A band and what speaks for it.
package struct EffortReading: Hashable, Sendable {
    package let band: EffortBand
    package let cause: PhaseTransition.Cause
}
