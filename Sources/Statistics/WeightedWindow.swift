import Vocabulary

/// The samples of one metric in a trailing span of session time, and their exact sums.
///
/// A sample stands for the time since the sample instant before it, at most for one nominal
/// period: so a drop-out does not stretch the sample that follows it. Sample instants at which the
/// metric is absent are kept like the others, which lets the eight bytes of an entry do without
/// the time for which it stands.
package struct WeightedWindow: Sendable {
    package let span: TrailingSpan
    private let periodTicks: Int32
    private let isCumulative: Bool
    /// Sample instants within the span, oldest first; empty if the span is the session.
    private var entries: TimedRing
    private var sums = WeightedSums()
    private var presentCount: Int32 = 0
    /// The last sample instant; negative before the first, which may be the start itself.
    private var newestTicks: Int32 = -1
    /// The sample instant before the oldest entry.
    private var precedingTicks: Int32 = 0
    /// The newest value ever.
    package private(set) var newestValue: Int32 = 0
    /// The newest value that has left the span, 0 while there is none.
    package private(set) var precedingValue: Int32 = 0

    /// - Parameter periodTicks: nominal time from one sample to the next; traps below 1.
    package init(_ span: TrailingSpan, periodTicks: Int32, isCumulative: Bool) {
        precondition(periodTicks > 0, "sample period of \(periodTicks) ticks")
        self.span = span
        self.periodTicks = periodTicks
        self.isCumulative = isCumulative
        entries = TimedRing(capacity: span.samples(periodTicks: periodTicks))
    }

    /// Number of samples in the span that have the metric, as of the last instant told.
    package var count: Int { Int(presentCount) }

    /// Bytes on the heap, without what the allocator adds.
    package var heapBytes: Int { entries.heapBytes }

    /// Takes the sample at `ticks`, or its lack. Traps unless `ticks` is later than the one before.
    ///
    /// Amortised O(1): every sample is entered once and leaves once.
    package mutating func observe(_ value: Int32?, at ticks: Int32) {
        precondition(
            ticks > newestTicks, "sample at tick \(ticks) after the one at \(newestTicks)")
        let weight = min(periodTicks, ticks - max(newestTicks, 0))
        newestTicks = ticks
        advance(to: ticks)
        if !span.isSession {
            entries.append(TimedValue(ticks: ticks, value: value ?? Self.absent))
        }
        guard let value else { return }
        sums.add(weighable(value), ticks: weight)
        presentCount += 1
        newestValue = value
    }

    /// Lets go of the samples that are too old at `now`, which must not go back.
    package mutating func advance(to now: Int32) {
        precondition(now >= newestTicks, "tick \(now) asked after a sample at \(newestTicks)")
        let edge = span.edge(at: now)
        while let oldest = entries.first, oldest.ticks <= edge {
            release(oldest)
            precedingTicks = oldest.ticks
            entries.removeFirst()
        }
    }

    /// The sums over the part of every sample's period that lies within the span at `now`, the
    /// instant to which the window was last advanced.
    ///
    /// Only the oldest period can reach out of the span, because periods do not overlap.
    package func sums(at now: Int32) -> WeightedSums {
        guard let oldest = entries.first, oldest.value != Self.absent else { return sums }
        let outside = span.edge(at: now) - (oldest.ticks - weight(of: oldest))
        guard outside > 0 else { return sums }
        var trimmed = sums
        trimmed.add(weighable(oldest.value), ticks: -outside)
        return trimmed
    }

    private mutating func release(_ oldest: TimedValue) {
        guard oldest.value != Self.absent else { return }
        sums.add(weighable(oldest.value), ticks: -weight(of: oldest))
        presentCount -= 1
        precedingValue = oldest.value
    }

    /// Ticks for which the oldest entry stands.
    private func weight(of oldest: TimedValue) -> Int32 {
        min(periodTicks, oldest.ticks - precedingTicks)
    }

    /// Totals have a weight but no mean, and the square of one is too large for the sums.
    private func weighable(_ value: Int32) -> Int64 { isCumulative ? 0 : Int64(value) }

    /// Stands for the lack of a value in an entry; no metric reaches it.
    private static let absent = Int32.min
}
