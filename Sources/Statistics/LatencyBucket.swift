/// How many latencies of a ``LatencyHistogram`` lie between two edges, both included, microseconds.
package struct LatencyBucket: Hashable, Sendable {
    package let smallest: Int64
    package let largest: Int64
    package let count: Int64
}
