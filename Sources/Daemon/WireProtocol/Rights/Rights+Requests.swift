import Vocabulary

/// The one place that says whether a peer may make a request.
extension Rights {
    /// The request as far as the peer may make it: a subscription that names no metrics gets those
    /// that may be read.
    ///
    /// Only the code that carries a command out knows who owns a session, and of which metric an
    /// entry is; it asks ``check(_:owner:removing:)``.
    ///
    /// - Throws: `authorization_not_determined` or `sharing_denied`.
    public func permitted(_ request: Request) throws(WireError) -> Request {
        switch request {
        case .client, .unsubscribe, .describe, .typed(.help), .typed(.quit): return request
        case .subscribe(let request): return .subscribe(try permitted(request))
        case .typed(.watch): return .subscribe(try permitted(SubscribeRequest()))
        case .sessions: try checkLook()
        case .sortedSessions(let request): try check(request)
        case .query(let request): return .query(try permitted(request))
        case .status, .typed(.status): try checkObserve(.status)
        case .clients: try checkObserve(.clients)
        case .command(let request): try check(request)
        }
        return request
    }

    func checkDetermined() throws(WireError) {
        guard !isDetermined else { return }
        let reason =
            user.map { "No rule of the daemon's access is about user \($0) or its groups." }
            ?? "The kernel does not say who the client is, and no rule is about everybody."
        throw WireError(
            .authorizationNotDetermined, reason: reason,
            suggestion: "Ask who runs the daemon for a rule in access, or for membership of a "
                + "group that has one.")
    }

    /// A refusal for want of a right.
    func denied(
        _ what: String, right: String, remedy: String? = nil, field: String
    ) -> WireError {
        let user = user.map { "user \($0)" } ?? "the client"
        let ask = "sk who runs the daemon for it: a rule in access gives \(right)."
        return WireError(
            .sharingDenied,
            reason: "\(what) needs the right \(right), which \(user) does not have.",
            suggestion: remedy.map { "\($0), or a\(ask)" } ?? "A\(ask)", field: field)
    }
}

/// Reading.
extension Rights {
    /// Whether a list of sessions is good for anything: there are lines to subscribe to, sessions
    /// to command, or a daemon to observe.
    var mayLook: Bool { isDetermined && !(kinds.isEmpty && control == .none && !observes) }

    private func checkLook() throws(WireError) {
        try checkDetermined()
        guard !mayLook else { return }
        throw denied("Looking at sessions", right: "read", field: "op")
    }

    private func check(_ request: SortedSessionsRequest) throws(WireError) {
        try checkLook()
        if case .metric(let metric) = request.column, !sight.metrics.contains(metric) {
            throw denied(
                "Sorting by \(metric.name)", right: "read \(metric.name)",
                remedy: "Sort by lane, plan, state or start", field: "sort")
        }
        let usesPhase = request.column == .phase || request.phase != nil
        guard usesPhase, !sight.showsPhases else { return }
        throw denied(
            "The flight phase, which is read from the heart rate,",
            right: "read \(Metric.heartRate.name)", remedy: "Leave the phase out",
            field: request.phase == nil ? "sort" : "phase")
    }

    private func permitted(_ request: SubscribeRequest) throws(WireError) -> SubscribeRequest {
        try checkDetermined()
        guard !readsEverything else { return request }
        for kind in LineKind.allCases where request.shape.kinds.contains(kind) { try check(kind) }
        if let named = request.namedMetrics { try check(named) }
        return try narrowed(request)
    }

    private func permitted(_ request: QueryRequest) throws(WireError) -> QueryRequest {
        try checkDetermined()
        var request = request
        let left = request.metrics.filter { !mayRead($0) }
        guard let first = left.first else { return request }
        guard !request.namesMetrics, left.count < request.metrics.count else {
            throw denied(
                "Reading \(first.name)", right: "read \(first.name)",
                remedy: request.namesMetrics
                    ? "Leave metrics out to get those that may be read" : nil,
                field: "metrics")
        }
        request.metrics.removeAll { !mayRead($0) }
        request.denied = left.map(\.name)
        return request
    }

    private func mayRead(_ metric: QueryMetric) -> Bool {
        (metric.run.map(sight.metrics.contains) ?? true)
            && (metric.day.map(sight.dayMetrics.contains) ?? true)
    }

    private func check(_ kind: LineKind) throws(WireError) {
        guard !kinds.contains(kind) else { return }
        let own = LineKind.allCases.filter(kinds.contains).map(\.rawValue)
        throw denied(
            "The kind \(kind.rawValue)", right: "kinds \(kind.rawValue)",
            remedy: own.isEmpty ? nil : "Ask for the kinds \(Excerpt.choice(own))",
            field: "kinds")
    }

    private func check(_ named: NamedMetrics) throws(WireError) {
        let forbidden = Sight(
            metrics: named.runs.subtracting(sight.metrics),
            dayMetrics: named.days.subtracting(sight.dayMetrics), showsPhases: false,
            showsAdvisories: false)
        guard let name = forbidden.metricNames.first else { return }
        throw denied(
            "Reading \(name)", right: "read \(name)",
            remedy: "Leave metrics out to get those that may be read", field: "metrics")
    }

    /// The request as if it had asked only for what may be read, and what was left out.
    private func narrowed(_ request: SubscribeRequest) throws(WireError) -> SubscribeRequest {
        var (request, shape) = (request, request.shape)
        // What advisories and summaries of runs would have shown is left out too.
        var left = ReadingNeed(of: shape, for: .everything).sight
        left.metrics.subtract(sight.metrics)
        left.dayMetrics = left.dayMetrics.subtracting(sight.dayMetrics)
        if shape.hasMeasurements {
            let asked = shape.metrics
            shape.metrics.formIntersection(sight.metrics)
            guard !shape.metrics.isEmpty else {
                let names = Excerpt.choice(asked.members.map(\.name))
                throw denied("Reading \(names)", right: "read", field: "metrics")
            }
        }
        shape.dayMetrics.formIntersection(sight.dayMetrics)
        shape.sight = sight
        request.shape = shape.normalized
        request.denied = left.metricNames
        return request
    }
}

extension ChannelShape {
    /// Whether it has lines with measured values of runs.
    fileprivate var hasMeasurements: Bool { kinds.contains(.stat) || kinds.contains(.sample) }
}

/// Observing.
extension Rights {
    private func checkObserve(_ operation: Operation) throws(WireError) {
        try checkDetermined()
        guard !observes else { return }
        throw denied("\(operation.rawValue)", right: "observe", field: "op")
    }
}
