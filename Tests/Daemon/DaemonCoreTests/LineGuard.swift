import Testing
import Vocabulary
import WireProtocol

/// Finds in a line what its reader may not know, by the names of fields alone: it shares nothing
/// with the code that leaves them out.
struct LineGuard {
    let rights: Rights

    /// What stands in the line and is not for its reader.
    func leaks(in line: JSONValue) -> [String] {
        let type = line.type
        var leaks: [String] = []
        if let type, type.isData, type != .end, let kind = LineKind(rawValue: type.rawValue),
            !rights.kinds.contains(kind)
        {
            leaks.append("a line of the kind \(kind)")
        }
        if let metric = line["metric"]?.text, !mayRead(metric) { leaks.append(metric) }
        if type == .phase, !rights.sight.showsPhases { leaks.append("a phase") }
        if type == .hello || type == .describe {
            return line["seed"] != nil && !rights.readsEverything ? ["seed"] : leaks
        }
        return leaks + names(in: line).filter { !mayKnow($0) }
    }

    /// The names of all fields, at every depth.
    private func names(in value: JSONValue) -> [String] {
        switch value {
        case .object(let fields): fields.flatMap { [$0.key] + names(in: $0.value) }
        case .array(let items): items.flatMap { names(in: $0) }
        case .string, .number, .boolean, .null: []
        }
    }

    private func mayRead(_ name: String) -> Bool {
        let (run, day) = (Metric(named: name), DayMetric(named: name))
        return (run.map { rights.sight.metrics.contains($0) } ?? true)
            && (day.map { rights.sight.dayMetrics.contains($0) } ?? true)
    }

    /// By the field: the metric that it says something of.
    private static let metrics = [
        "done_m": "distance_m", "splits_s": "distance_m", "moving_s": "speed_mps",
        "mass_kg": "body_mass_kg", "maximal_heart_rate_bpm": "heart_rate_bpm",
        "driven_heart_rate_bpm": "heart_rate_bpm", "intensity": "heart_rate_bpm",
        "true_phase": "heart_rate_bpm", "findings": "heart_rate_bpm",
        "speed_percent": "heart_rate_bpm",
    ]

    private func mayKnow(_ field: String) -> Bool {
        switch field {
        case "phase", "since", "phases_s": rights.sight.showsPhases
        case "advisories": rights.kinds.contains(.advisory)
        case "seed": rights.readsEverything
        case _: mayRead(Self.metrics[field] ?? field)
        }
    }
}
