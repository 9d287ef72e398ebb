/// What a window knows of one metric: exact sums over its samples, and its newest values.
struct MetricSums: BitwiseCopyable, Sendable {
    /// Ticks for which the samples stand.
    private(set) var ticks: Int32 = 0
    /// Samples that have the metric.
    private(set) var count: Int32 = 0
    /// Values times their ticks; of a total nothing, since it has no mean.
    private(set) var values: Int64 = 0
    /// The newest value ever.
    private(set) var newest: Int32 = 0
    /// The newest value that has left the span, 0 while there is none.
    private(set) var preceding: Int32 = 0

    @inline(__always)
    mutating func enter(_ value: Int32, ticks weight: Int32, isCumulative: Bool) {
        ticks += weight
        count += 1
        newest = value
        if !isCumulative { values += Int64(weight) * Int64(value) }
    }

    /// Adds a value's square, times the ticks, to what are no longer values; negative to take away.
    @inline(__always)
    mutating func enter(square value: Int32, ticks weight: Int32) {
        values += Int64(weight) * Int64(value) * Int64(value)
    }

    @inline(__always)
    mutating func leave(_ value: Int32, ticks weight: Int32, isCumulative: Bool) {
        ticks -= weight
        count -= 1
        preceding = value
        if !isCumulative { values -= Int64(weight) * Int64(value) }
    }
}
