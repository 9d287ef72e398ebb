import Vocabulary

/// Tells whether the cadence of a run counts the steps of one foot or of both.
///
/// Neither TCX nor GPX says it, and writers differ. One foot of a runner steps 70 to 100 times a
/// minute, both together 140 to 200 times: the median of what is not 0 decides.
struct FootCadence: Sendable {
    /// How often each whole number of steps a minute was there, from 1 on.
    private var counts: [Int] = []
    private var count = 0

    /// From here on, in steps a minute, both feet are counted.
    static let leastOfBoth = 120

    /// - Parameter cadence: in units of ``Metric/cadence``, as if of both feet.
    mutating func note(_ cadence: Int64?) {
        let metric = Metric.cadence
        guard let cadence, (1...metric.row.limits.upperBound * 10).contains(cadence) else {
            return
        }
        if counts.isEmpty {
            counts = Array(repeating: 0, count: Int(metric.row.limits.upperBound) + 1)
        }
        counts[Int(cadence / 10)] += 1
        count += 1
    }

    /// Whether the median is below ``leastOfBoth``; of an even number of values the upper one.
    var isOneFoot: Bool {
        counts.prefix(Self.leastOfBoth).reduce(0, +) > count / 2
    }
}
