import Vocabulary

/// A fault and the stretch of a session in which it lasts.
package struct FaultSpan: Hashable, Sendable {
    package var fault: Fault
    /// Since the session's start.
    package var start: FleetDuration
    /// Since the session's start; not below `start`.
    package var end: FleetDuration

    package init(_ fault: Fault, from start: FleetDuration, to end: FleetDuration) {
        self.fault = fault
        self.start = start
        self.end = end
    }
}
