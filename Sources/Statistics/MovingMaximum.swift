/// The largest value in a trailing span of session time; for the smallest, feed it negated values.
///
/// It keeps only values that can still become the largest, a sequence that falls from the oldest
/// to the newest (D. Lemire, "Streaming maximum-minimum filter using no more than three
/// comparisons per element", Nordic Journal of Computing 13, 2006).
public struct MovingMaximum: Sendable {
    private var candidates: TimedRing

    /// - Parameter samples: how many values the span is expected to hold.
    public init(samples: Int) {
        // Measured series keep few candidates; a long fall makes the ring grow to what it needs.
        candidates = TimedRing(capacity: min(samples, Self.usualCandidates))
    }

    private static let usualCandidates = 8

    /// The largest value as of the last instant told; nil if there is none.
    public var value: Int32? { candidates.first?.value }

    /// Number of values held.
    public var count: Int { candidates.count }

    /// Bytes on the heap, without what the allocator adds.
    public var heapBytes: Int { candidates.heapBytes }

    /// The most that ``heapBytes`` comes to with so many values in the span at once.
    public static func heapBytesMax(samples: Int) -> Int {
        var capacity = min(samples, usualCandidates)
        while capacity < samples { capacity *= 2 }
        return TimedRing.heapBytes(capacity: capacity)
    }

    /// Takes the value at `ticks`, which must not go back. Amortised O(1).
    public mutating func observe(_ value: Int32, at ticks: Int32, within span: TrailingSpan) {
        advance(to: ticks, within: span)
        // Nothing ever leaves a session, so a smaller value never gets its turn.
        if span.isSession, let largest = candidates.first, largest.value >= value { return }
        while let newest = candidates.last, newest.value <= value { candidates.removeLast() }
        candidates.append(TimedValue(ticks: ticks, value: value))
    }

    /// Lets go of the values that are too old at `now`.
    public mutating func advance(to now: Int32, within span: TrailingSpan) {
        let edge = span.edge(at: now)
        while let oldest = candidates.first, oldest.ticks <= edge { candidates.removeFirst() }
    }
}
