import Vocabulary

/// Commanding.
extension Rights {
    /// Checks that the peer may make requests of this kind at all.
    func check(_ request: CommandRequest) throws(WireError) {
        try checkDetermined()
        switch request {
        case .start, .pause, .resume, .stop:
            guard control == .none else { return }
            throw denied(request.name, right: "control", field: "op")
        case .add(let sample, lane: _): try checkWrite(request, sample.metric, field: "metric")
        case .remove:
            guard write.isEmpty else { return }
            throw denied(request.name, right: "write", field: "op")
        }
    }

    private func checkWrite(
        _ request: CommandRequest, _ metric: DayMetric, field: String
    ) throws(WireError) {
        guard !write.contains(metric) else { return }
        let names = write.members.map(\.name)
        throw denied(
            "\(request.name) of \(metric.name)", right: "write \(metric.name)",
            remedy: names.isEmpty ? nil : "Use \(Excerpt.choice(names))", field: field)
    }

    /// Checks a command, once its session or entry is known.
    ///
    /// - Parameters:
    ///   - owner: the user who has started the session; nil if nobody has, or it is no longer
    ///     known.
    ///   - entry: the entry that it removes; nil if there is no such entry.
    /// - Throws: `no_entry`, as if there were none, for an entry that the peer may not know of.
    public func check(
        _ request: CommandRequest, owner: UInt32?, removing entry: FoundEntry? = nil
    ) throws(WireError) {
        try check(request)
        switch request {
        case .start, .add: return
        case .remove(let name):
            guard let entry else { return }
            guard mayKnow(entry) else { throw .noEntry(name) }
            if case .manual(let metric) = entry { try checkWrite(request, metric, field: "entry") }
        case .pause, .resume, .stop:
            guard control != .all, owner == nil || owner != userID else { return }
            throw denied(
                "\(request.name) of a session that somebody else has started", right: "control",
                remedy: "Start one with start", field: "session")
        }
    }
}

/// The entry whose name a removal gives.
public enum FoundEntry: Hashable, Sendable {
    /// A sample by hand, or the removal of one.
    case manual(DayMetric)
    case simulated(DayMetric)
    /// The summary of a run.
    case summary
}

extension Rights {
    /// Whether the peer may know that there is such an entry: it may read or write it.
    private func mayKnow(_ entry: FoundEntry) -> Bool {
        switch entry {
        case .manual(let metric), .simulated(let metric):
            sight.dayMetrics.contains(metric) || write.contains(metric)
        case .summary: kinds.contains(.entry)
        }
    }
}

extension CommandRequest {
    /// The name of the command's operation.
    fileprivate var name: String {
        switch self {
        case .start: "start"
        case .pause: "pause"
        case .resume: "resume"
        case .stop: "stop"
        case .add: "add"
        case .remove: "remove"
        }
    }
}
