/// The largest value in a trailing span of session time. For the smallest, negate the values.
///
/// It keeps the candidates only, the values that can still become the largest. They fall from the
/// oldest to the newest (D. Lemire, "Streaming maximum-minimum filter using no more than three
/// comparisons per element", Nordic Journal of Computing 13, 2006).
public struct MovingMaximum: Sendable {
    private var candidates: TimedRing

    /// - Parameter samples: the expected number of values in the span.
    public init(samples: Int) {
        // Measured series have few candidates at a time. In a long fall the ring grows.
        candidates = TimedRing(capacity: min(samples, Self.usualCandidates))
    }

    private static let usualCandidates = 8

    /// The largest value in the span that ends at the last call's instant; nil if there is none.
    public var value: Int32? { candidates.first?.value }

    /// The number of candidates.
    public var count: Int { candidates.count }

    /// Bytes on the heap, without what the allocator adds.
    public var heapBytes: Int { candidates.heapBytes }

    /// The upper bound of ``heapBytes`` with `samples` values in the span at once.
    public static func heapBytesMax(samples: Int) -> Int {
        var capacity = min(samples, usualCandidates)
        while capacity < samples { capacity *= 2 }
        return TimedRing.heapBytes(capacity: capacity)
    }

    /// Adds the value at `ticks`, which must not go back. Amortised O(1).
    public mutating func observe(_ value: Int32, at ticks: Int32, within span: TrailingSpan) {
        advance(to: ticks, within: span)
        // No value ever leaves the span of a session, so a smaller one never becomes the largest.
        if span.isSession, let largest = candidates.first, largest.value >= value { return }
        while let newest = candidates.last, newest.value <= value { candidates.removeLast() }
        candidates.append(TimedValue(ticks: ticks, value: value))
    }

    /// Drops the values that are too old at `now`.
    public mutating func advance(to now: Int32, within span: TrailingSpan) {
        let edge = span.edge(at: now)
        while let oldest = candidates.first, oldest.ticks <= edge { candidates.removeFirst() }
    }
}
