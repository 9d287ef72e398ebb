/// The median of the values in a trailing span of session time, each counted once.
///
/// A sorted array: O(log n) comparisons and a move of up to 4n bytes per value, where n is the
/// number of values in the span, at most one per tick.
public struct MovingMedian: Sendable {
    private let span: TrailingSpan
    private var entries: TimedRing
    private var sorted: [Int32] = []

    public init(_ span: TrailingSpan, periodTicks: Int32) {
        precondition(!span.isSession, "median over a whole session")
        self.span = span
        let samples = span.samples(periodTicks: periodTicks)
        entries = TimedRing(capacity: samples)
        sorted.reserveCapacity(samples)
    }

    /// Twice the median as of the last instant told, the sum of the two middle values; nil if
    /// there is no value.
    public var doubled: Int64? {
        guard !sorted.isEmpty else { return nil }
        return Int64(sorted[(sorted.count - 1) / 2]) + Int64(sorted[sorted.count / 2])
    }

    /// Bytes on the heap, without what the allocator adds.
    public var heapBytes: Int {
        entries.heapBytes + TimedRing.arrayHeaderBytes
            + sorted.capacity * MemoryLayout<Int32>.stride
    }

    /// Takes the value at `ticks`, which must not go back.
    public mutating func observe(_ value: Int32, at ticks: Int32) {
        advance(to: ticks)
        entries.append(TimedValue(ticks: ticks, value: value))
        sorted.insert(value, at: place(of: value))
    }

    /// Lets go of the values that are too old at `now`.
    public mutating func advance(to now: Int32) {
        let edge = span.edge(at: now)
        while let oldest = entries.first, oldest.ticks <= edge {
            entries.removeFirst()
            sorted.remove(at: place(of: oldest.value))
        }
    }

    /// The first place whose value is not below `value`.
    private func place(of value: Int32) -> Int {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
