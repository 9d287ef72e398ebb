/// How many latencies of a ``LatencyHistogram`` lie between two edges, both included, microseconds.
public struct LatencyBucket: Hashable, Sendable {
    public let smallest: Int64
    public let largest: Int64
    public let count: Int64
}
