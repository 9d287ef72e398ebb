import Statistics

extension LoadFigure {
    /// The percentiles that reports show, by name.
    static let percentiles: [(name: String, quantile: Double)] = [
        ("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999), ("p99.99", 0.9999),
    ]

    /// Of every part of the latency of live lines: percentiles, extremes and mean. The total's have
    /// no prefix.
    static let latencies = LatencyPart.allCases.flatMap { part in
        let prefix = part == .total ? "" : "\(part.rawValue)."
        let ranks = percentiles.map { name, quantile in
            latency(part, "\(prefix)\(name)", "\(name.dropFirst()) % take at most this") {
                $0.value(atQuantile: quantile).map { Double($0) }
            }
        }
        return ranks + [
            latency(part, "\(prefix)max", "The longest") {
                $0.maximum.map { Double($0) }
            },
            latency(part, "\(prefix)mean", "The mean") { $0.mean },
            latency(part, "\(prefix)min", "The shortest") {
                $0.minimum.map { Double($0) }
            },
        ]
    }

    private static func latency(
        _ part: LatencyPart, _ name: String, _ summary: String,
        _ read: @escaping @Sendable (LatencyHistogram) -> Double?
    ) -> LoadFigure {
        LoadFigure(name, .microseconds, "\(summary), \(part.span)") { read(part.histogram(of: $0)) }
    }
}
