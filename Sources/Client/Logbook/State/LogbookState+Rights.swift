import FlightDisplay
import Vocabulary
import WireProtocol

/// What the reader of the logbook has a right to: what is missing for want of one does not look
/// like a day without data.
extension LogbookState {
    /// As the daemon has greeted; everything before that.
    private var rights: GreetedRights { fleet?.rights ?? GreetedRights(nil) }

    func reads(_ metric: LogMetric) -> Bool { rights.reads(metric.name) }

    /// Of these metrics those that may be read. All of them if none may: the daemon says then what
    /// would help.
    func asked(of metrics: [LogMetric]) -> [LogMetric] {
        let readable = metrics.filter(reads)
        return readable.isEmpty ? metrics : readable
    }

    /// What of a run is missing for want of a right, by name.
    var lacksOfRuns: [String] {
        let metrics: [Metric] = [.distance, .speed, .heartRate, .steps, .energy]
        return metrics.map(\.name).filter { !rights.reads($0) }
    }

    /// A subscription as far as it may be read; as it is wanted if nothing of it may, so that the
    /// daemon says what would help.
    func channel(_ want: LogWant) -> LogChannel {
        switch want {
        case .changes: LogChannel(kinds: readable([.entry, .event]))
        case .runs:
            LogChannel(kinds: [.entry], metrics: rights.sparseDayMetric.map { [$0.name] } ?? [])
        case .values(let metric, _): LogChannel(kinds: [.entry], metrics: [metric.name])
        case .start: LogChannel(kinds: [.event])
        case .flight:
            flight(
                [Metric.heartRate, .speed, .distance].map(\.name).filter(rights.reads))
        }
    }

    private func readable(_ kinds: [LineKind]) -> [LineKind] {
        let readable = kinds.filter(rights.reads)
        return readable.isEmpty ? kinds : readable
    }

    private func flight(_ metrics: [String]) -> LogChannel {
        let kinds = readable([.stat, .phase, .advisory, .event])
            .filter { $0 != .stat || !metrics.isEmpty }
        return LogChannel(
            kinds: kinds.isEmpty ? [.stat] : kinds, metrics: kinds.contains(.stat) ? metrics : [])
    }
}

/// The lines of a subscription.
struct LogChannel: Equatable, Sendable {
    let kinds: [LineKind]
    /// By name; none lets the daemon choose.
    var metrics: [String] = []

    /// The fields of the request.
    var fields: String {
        func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ",") }
        var fields = #","kinds":[\#(list(kinds.map(\.rawValue)))]"#
        if !metrics.isEmpty { fields += #","metrics":[\#(list(metrics))]"# }
        guard kinds.contains(.stat) else { return fields }
        let step = LogSubscription.flightStep
        return fields + #","stats":["average","latest"],"window":"5s","every":"\#(step)""#
    }
}
