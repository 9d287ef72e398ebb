import Vocabulary

/// Which share of a processor the ticks of the last ten seconds have taken: a value.
struct LoadMeter: Sendable {
    private static let bucket = Duration.seconds(1)
    private static let buckets = 10

    /// Time of the processor by second, the newest last; its second is not over.
    private var busy: [Duration] = [.zero]
    /// When the newest began.
    private var second: MonotonicInstant

    init(since start: MonotonicInstant) { second = start }

    /// Counts the time of the processor that a tick took which ended at `now`. Instants that lie
    /// before others count as those.
    mutating func record(_ time: Duration, at now: MonotonicInstant) {
        pass(to: now)
        busy[busy.count - 1] += time
    }

    private mutating func pass(to now: MonotonicInstant) {
        let passed = (now - second).wholeMicroseconds / Self.bucket.wholeMicroseconds
        guard passed > 0 else { return }
        second += Self.bucket * Int(passed)
        // Seconds without a tick are seconds of one long tick, or of a machine that slept.
        busy += Array(repeating: .zero, count: Int(min(passed, Int64(Self.buckets + 1))))
        busy.removeFirst(max(0, busy.count - Self.buckets - 1))
    }

    /// The share of the last whole seconds; of what has been if there are none. Above 1 only for a
    /// moment, when one tick has taken seconds.
    ///
    /// - Parameter seconds: how many at most, from 1 to 10.
    mutating func share(at now: MonotonicInstant, ofLast seconds: Int = 10) -> Double {
        pass(to: now)
        let whole = busy.dropLast().suffix(seconds)
        guard !whole.isEmpty else {
            let span = max((now - second).wholeMicroseconds, Self.bucket.wholeMicroseconds)
            return Double(busy[0].wholeMicroseconds) / Double(span)
        }
        let sum = whole.reduce(Duration.zero, +)
        let span = Self.bucket.wholeMicroseconds * Int64(whole.count)
        return Double(sum.wholeMicroseconds) / Double(span)
    }
}
