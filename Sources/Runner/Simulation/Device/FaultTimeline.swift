import Vocabulary

/// The faults of one session's device over time.
///
/// All spans are known when the session begins. A sample at which no fault begins or ends costs one
/// comparison.
struct FaultTimeline: Sendable {
    private let spans: [FaultSpan]
    /// When `active` changes next; ``never`` after the last change.
    private var nextChangeTicks: Int32
    /// The faults at the instant of the last `advance`.
    private(set) var active: FaultSet = []

    /// Later than any session's end.
    private static let never = FleetDuration(ticks: Int64(Int32.max))

    init(_ spans: [FaultSpan]) {
        self.spans = spans
        let first = min(spans.map(\.start).min() ?? Self.never, Self.never)
        nextChangeTicks = Int32(first.ticks)
    }

    /// Advances to `offset` since the session's start. A span includes its start, not its end.
    mutating func advance(to offset: FleetDuration) {
        if offset.ticks >= Int64(nextChangeTicks) { refresh(at: offset) }
    }

    private mutating func refresh(at offset: FleetDuration) {
        active = []
        var nextChange = Self.never
        for span in spans {
            if span.start <= offset, offset < span.end { active.insert(FaultSet(span.fault)) }
            let change = offset < span.start ? span.start : span.end
            if offset < change { nextChange = min(nextChange, change) }
        }
        nextChangeTicks = Int32(nextChange.ticks)
    }

    /// The share of the fault's present span that lies ahead: 1 at its start, 0 from its end on.
    /// O(spans).
    func shareLeft(of fault: Fault, at offset: FleetDuration) -> Double {
        var share = 0.0
        for span in spans where span.fault == fault && span.start <= offset && offset < span.end {
            let left = Double((span.end - offset).ticks) / Double((span.end - span.start).ticks)
            share = max(share, left)
        }
        return share
    }
}

/// A fault and the span of a session in which it lasts.
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
