import FlightDisplay
import Vocabulary
import WireProtocol

/// The rights of the reader: data that is missing for lack of a right must not look like a day
/// without data.
extension LogbookState {
    /// The rights from the daemon's greeting; all rights before it.
    private var rights: GreetedRights { fleet?.rights ?? GreetedRights(nil) }

    func reads(_ metric: LogMetric) -> Bool { rights.reads(metric.name) }

    /// The metrics among these that the reader may read; all of them if there is none: the daemon
    /// then says which right would help.
    func asked(of metrics: [LogMetric]) -> [LogMetric] {
        let readable = metrics.filter(reads)
        return readable.isEmpty ? metrics : readable
    }

    /// The metrics of runs that the reader has no right to read, by name.
    var lacksOfRuns: [String] {
        let metrics: [Metric] = [.distance, .speed, .heartRate, .steps, .energy]
        let lacks = metrics.map(\.name).filter { !rights.reads($0) }
        guard rights.hasPlaces else { return lacks }
        let places = Metric.places.members.map(\.name)
        return lacks + (rights.places.isEmpty ? ["places"] : places.filter { !rights.reads($0) })
    }

    /// The readable part of a subscription; the whole subscription if no part is readable, so that
    /// the daemon says which right would help.
    func channel(_ want: LogWant) -> LogChannel {
        switch want {
        case .changes: LogChannel(kinds: readable([.entry, .event]))
        case .runs: LogChannel(kinds: [.entry], metrics: sparseMetrics)
        case .truths: LogChannel(kinds: [.entry, .truth], metrics: sparseMetrics)
        case .values(let metric, _): LogChannel(kinds: [.entry], metrics: [metric.name])
        case .night: LogChannel(kinds: [.entry], metrics: readableStages.map(\.name))
        case .start: LogChannel(kinds: [.event])
        case .flight:
            // The page of a day shows no positions, but that of its run is one key away.
            flight(
                ([.heartRate, .speed, .distance] + rights.places).map(\.name)
                    .filter(rights.reads))
        }
    }

    /// A metric with few entries, for the sake of other lines of the books.
    private var sparseMetrics: [String] { rights.sparseDayMetric.map { [$0.name] } ?? [] }

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
    /// The names of the metrics; an empty list lets the daemon choose.
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
