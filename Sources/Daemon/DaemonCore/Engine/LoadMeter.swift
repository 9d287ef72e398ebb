import Vocabulary

/// Which share of a processor the ticks of the last ten seconds have taken, and how much work was
/// promised meanwhile: a value.
struct LoadMeter: Sendable {
    private struct Second: Sendable {
        var busy = Duration.zero
        /// The most work that was promised at the end of a tick.
        var promised = 0
    }

    private static let bucket = Duration.seconds(1)
    private static let buckets = 10

    /// The newest second last; it is not over.
    private var seconds = [Second()]
    /// When the newest second began.
    private var second: MonotonicInstant

    init(since start: MonotonicInstant) { second = start }

    /// Counts the time of the processor that a tick took which ended at `now`; in the newest second
    /// if `now` lies before it.
    ///
    /// - Parameter promised: the work promised at the end of the tick, in nanoseconds a second.
    mutating func record(_ time: Duration, promised: Int = 0, at now: MonotonicInstant) {
        pass(to: now)
        let newest = seconds.count - 1
        seconds[newest].busy += time
        seconds[newest].promised = max(seconds[newest].promised, promised)
    }

    private mutating func pass(to now: MonotonicInstant) {
        let passed = (now - second).wholeMicroseconds / Self.bucket.wholeMicroseconds
        guard passed > 0 else { return }
        second += Self.bucket * Int(passed)
        // Seconds without a tick are seconds of one long tick, or of a machine that slept.
        seconds += Array(repeating: Second(), count: Int(min(passed, Int64(Self.buckets + 1))))
        seconds.removeFirst(max(0, seconds.count - Self.buckets - 1))
    }

    /// The share of a processor in the last whole seconds, or since the start if there are none.
    /// Above 1 only for a moment, when one tick has taken seconds.
    ///
    /// - Parameter count: how many seconds at most, from 1 to 10.
    mutating func share(at now: MonotonicInstant, ofLast count: Int = 10) -> Double {
        pass(to: now)
        let whole = seconds.dropLast().suffix(count)
        guard !whole.isEmpty else {
            let span = max((now - second).wholeMicroseconds, Self.bucket.wholeMicroseconds)
            return Double(seconds[0].busy.wholeMicroseconds) / Double(span)
        }
        let sum = whole.reduce(Duration.zero) { $0 + $1.busy }
        let span = Self.bucket.wholeMicroseconds * Int64(whole.count)
        return Double(sum.wholeMicroseconds) / Double(span)
    }

    /// The most nanoseconds a second that were promised in the seconds of ``share(at:ofLast:)``.
    mutating func promised(at now: MonotonicInstant, ofLast count: Int = 10) -> Int {
        pass(to: now)
        let whole = seconds.dropLast().suffix(count)
        return (whole.isEmpty ? seconds[...] : whole).reduce(0) { max($0, $1.promised) }
    }
}
