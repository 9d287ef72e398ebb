import Vocabulary

/// A fault and the stretch of a session in which it lasts.
public struct FaultSpan: Hashable, Sendable {
    public var fault: Fault
    /// Since the session's start.
    public var start: FleetDuration
    /// Since the session's start; not below `start`.
    public var end: FleetDuration

    public init(_ fault: Fault, from start: FleetDuration, to end: FleetDuration) {
        self.fault = fault
        self.start = start
        self.end = end
    }
}
