import Statistics
import StreamAudit

/// The parts that the reports split latency into; the raw value names them.
package enum LatencyPart: String, CaseIterable, Sendable {
    case total, generator, delivery, tester

    /// From when to when it lasts.
    var span: String {
        switch self {
        case .total: "from due to read"
        case .generator: "from due to the tick"
        case .delivery: "from the tick to read"
        case .tester: "from the tester's waking to read"
        }
    }

    func histogram(of result: LoadResult) -> LatencyHistogram {
        switch self {
        case .total: result.latency.total
        case .generator: result.latency.generator
        case .delivery: result.latency.delivery
        case .tester: result.latency.tester
        }
    }
}
