import Statistics

/// A histogram as about ten rows, whose edges are round latencies in about equal ratios.
struct HistogramRows {
    struct Row: Hashable {
        /// Microseconds; includes the lower edge, excludes the upper one.
        let edges: Range<Int64>
        let count: Int64
    }

    private static let rowLimit = 12
    /// The round numbers of a decade, each choice coarser than the one before.
    private static let decades: [[Double]] = [
        [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8], [1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1],
    ]

    /// No rows for an empty histogram. The smallest latency of a record's bucket decides its row.
    let rows: [Row]

    init(_ histogram: LatencyHistogram) {
        guard let minimum = histogram.minimum, let maximum = histogram.maximum else {
            rows = []
            return
        }
        let choices = Self.decades.map { Self.edges($0, from: minimum, to: maximum) }
        let edges = choices.first { $0.count <= Self.rowLimit + 1 } ?? choices[choices.count - 1]
        rows = zip(edges, edges.dropFirst()).map { lower, upper in
            let below = lower == edges.first ? 0 : histogram.count(below: lower)
            let through = upper == edges.last ? histogram.count : histogram.count(below: upper)
            return Row(edges: lower..<upper, count: through - below)
        }
    }

    /// Round edges, the first at most `minimum` and the last above `maximum`.
    private static func edges(
        _ decade: [Double], from minimum: Int64, to maximum: Int64
    ) -> [Int64] {
        var edges: [Int64] = [0]
        var scale = 1.0
        while edges[edges.count - 1] <= maximum {
            for number in decade where edges[edges.count - 1] <= maximum {
                let edge = Int64(number * scale)
                if edge > edges[edges.count - 1] { edges.append(edge) }
            }
            scale *= 10
        }
        let first = edges.lastIndex { $0 <= minimum } ?? 0
        return Array(edges[first...])
    }
}
