import Vocabulary

/// The faults that a user wants, session by session.
package struct FaultScript: Equatable, Sendable {
    package init() {}

    /// What the script makes of one session; the same whenever it is asked.
    func spans(_ draws: Draws, run: ClosedRange<FleetDuration>) -> [FaultSpan] { [] }
}
