import Vocabulary

/// One row of the table of request fields, from which errors, self-description and manual are made.
public struct RequestField: Hashable, Sendable {
    public let operation: Operation?
    /// The dotted path within the request.
    public let path: String
    /// What is right, to follow "must be".
    public let form: String
    /// What holds when the field is left out; nil if it is required.
    public let fallback: String?

    /// Every field; those without an operation belong to all.
    public static let all: [RequestField] =
        general + subscribe + others + query + clients + commands + entries

    /// The row of `path`; the indices of lists in it are ignored.
    ///
    /// - Parameter operation: whose field it is; nil for the first that has one of this name.
    static func row(_ path: String, of operation: Operation? = nil) -> RequestField? {
        let names = path.split(separator: ".").filter { Int($0) == nil }.joined(separator: ".")
        return all.first {
            $0.path == names && (operation == nil || [nil, operation].contains($0.operation))
        }
    }

    private static let general = [
        RequestField(
            operation: nil, path: "op",
            form: "one of \(Excerpt.choice(Operation.allCases.map(\.rawValue)))", fallback: nil),
        RequestField(
            operation: nil, path: "id",
            form: "a whole number from 0 to \(ProtocolLimits.requestIDMaximum) or a string of at "
                + "most \(ProtocolLimits.requestIDCharacters) characters",
            fallback: "answers carry none"),
    ]

    private static let subscribe = [
        row(
            "sub", NameField.subscription.form, "the one subscription without a name"),
        row("select", "an object such as {\"session\":\"s7\"}", "all sessions"),
        row(
            "select.session",
            "\"*\", a session such as \"s7.0\", a lane such as \"s7\", or a list "
                + "of 1 to \(ProtocolLimits.selectedSessions) of them", "\"*\""),
        row(
            "kinds", "a list of \(Excerpt.choice(LineKind.allCases.map(\.rawValue)))",
            "[\"stat\"]"),
        row(
            "metrics",
            "a list of \(Excerpt.choice(Metric.allCases.map(\.name))), or of "
                + "HealthKit's identifiers", "the five discrete ones"),
        row(
            "stats", "a list of \(Excerpt.choice(Statistic.allCases.map(\.rawValue)))",
            "average and latest, as far as they apply"),
        row("window", "a duration such as \"30s\", or \"session\"", "\"5s\""),
        row("every", "a duration such as \"1s\"", "\"1s\""),
        row("smooth", "an object such as {\"kind\":\"ema\",\"half_life\":\"5s\"}", "none"),
        row("smooth.kind", "none, mean, median, ema or ema2", "\"none\""),
        row("smooth.over", "a duration such as \"5s\"", "required by mean and median"),
        row("smooth.half_life", "a duration such as \"5s\"", "required by ema and ema2"),
        row("align", Excerpt.choice(Alignment.allCases.map(\.rawValue)), "\"session\""),
        row("min_coverage", "a number from 0 to 1 with at most two decimals", "0"),
        row(
            "after",
            "\"start\", an anchor, \(Moment.form)", "from now on"),
        row("queue", "an object such as {\"policy\":\"drop_oldest\"}", "drop_oldest"),
        row(
            "queue.policy", Excerpt.choice(QueuePolicy.allCases.map(\.rawValue)),
            "\"drop_oldest\""),
        row(
            "queue.staleness", "a duration such as \"30s\"",
            "\"\(SubscribeRequest.usualStaleness)\""),
    ]

    private static let others = [
        RequestField(
            operation: .unsubscribe, path: "sub", form: NameField.subscription.form,
            fallback: "the one subscription without a name"),
        RequestField(
            operation: .client, path: "name",
            form: NameField.client.form, fallback: nil),
        RequestField(
            operation: .sessions, path: "from",
            form: "the number of a lane, from 0 to \(SessionName.laneLimit - 1)", fallback: "0"),
        RequestField(
            operation: .sessions, path: "limit",
            form: "a whole number from 1 to \(ProtocolLimits.sessionsPage)",
            fallback: "\(ProtocolLimits.sessionsPage)"),
        sorted(
            "sort", Excerpt.choice(SessionColumn.all.map(\.name)),
            "a page by lane; \"lane\" with one of the fields below"),
        sorted("descending", "true or false", "false"),
        sorted("phase", Excerpt.choice(Phase.allCases.map(\.rawValue)), "all phases"),
        sorted("match", "a text of 1 to \(ProtocolLimits.matchBytes) bytes", "all sessions"),
        sorted(
            "offset", "a whole number from 0 to \(SessionName.laneLimit - 1), without \"from\"", "0"
        ),
    ]

    private static func sorted(
        _ path: String, _ form: String, _ fallback: String
    ) -> RequestField {
        RequestField(operation: .sessions, path: path, form: form, fallback: fallback)
    }

    private static let query = [
        query("select", "an object such as {\"session\":\"s7\"}", "all lanes"),
        query(
            "select.session",
            "\"*\", a lane such as \"s7\", or a list of 1 to \(ProtocolLimits.selectedSessions) "
                + "of them", "\"*\""),
        query(
            "metrics",
            "a list of \(Excerpt.choice(QueryMetric.all.map(\.name))), or of HealthKit's "
                + "identifiers", "all of them"),
        query(
            "stats", "a list of \(Excerpt.choice(Statistic.ofQueries.map(\.rawValue)))",
            "all but count, as far as they apply"),
        query("from", "\(Moment.form); in the years 2000 to 2200", nil),
        query("to", "\(Moment.form); behind from", "up to the present"),
        query(
            "interval",
            "a duration from \(ProtocolLimits.queryInterval.lowerBound) to "
                + "\(ProtocolLimits.queryInterval.upperBound) such as \"15m\", or up to "
                + "\(ProtocolLimits.queryIntervals) days, weeks or months such as \"1d\", \"2w\" "
                + "or \"1mo\"", "\"1d\""),
        query(
            "limit", "a whole number from 1 to \(ProtocolLimits.queryPage)",
            "\(QueryRequest.usualLimit)"),
        query("page", "what \"next\" said in the answer to the same request", "the first page"),
    ]

    private static func query(
        _ path: String, _ form: String, _ fallback: String?
    ) -> RequestField {
        RequestField(operation: .query, path: path, form: form, fallback: fallback)
    }

    private static let clients = [
        RequestField(
            operation: .clients, path: "from",
            form: "the number of a connection, from 0 to \(ProtocolLimits.connectionNumberMaximum)",
            fallback: "0"),
        RequestField(
            operation: .clients, path: "limit",
            form: "a whole number from 1 to \(ProtocolLimits.clientsPage)",
            fallback: "\(ProtocolLimits.clientsPage)"),
    ]

    private static let commands =
        [
            RequestField(
                operation: .start, path: "plan",
                form: Excerpt.choice(PlanKind.allCases.map(\.rawValue)), fallback: "drawn"),
            RequestField(
                operation: .start, path: "athlete",
                form: "the number of the lane whose athlete flies", fallback: "one of its own"),
            RequestField(
                operation: .start, path: "at",
                form: "\(Moment.formAhead); to come, at most a week ahead",
                fallback: "at once"),
        ]
        + [Operation.pause, .resume, .stop].map { operation in
            RequestField(
                operation: operation, path: "session",
                form: "a session such as \"s7.0\", or a lane such as \"s7\" for its present one",
                fallback: nil)
        }

    private static let entries: [RequestField] = {
        let spans = Excerpt.choice(DayMetric.allCases.filter { !$0.isPoint }.map(\.name))
        let points = Excerpt.choice(DayMetric.allCases.filter(\.isPoint).map(\.name))
        let time = "\(Moment.form); in the past"
        return [
            added("session", "a lane such as \"s7\"", nil),
            added(
                "metric",
                "\(Excerpt.choice(DayMetric.allCases.map(\.name))), or HealthKit's identifier",
                nil),
            added("value", "a number within the metric's limits, with its decimals at most", nil),
            added("at", time, "required by \(points), which alone have it"),
            added("start", time, "required by \(spans), which alone have it"),
            added(
                "end", "\(time), and behind the start by at most \(ManualSample.longest)",
                "as start"),
            RequestField(
                operation: .remove, path: "entry",
                form: "the name of an entry such as \"e7.88417115619\"", fallback: nil),
        ]
    }()

    private static func added(
        _ path: String, _ form: String, _ fallback: String?
    ) -> RequestField {
        RequestField(operation: .add, path: path, form: form, fallback: fallback)
    }

    private static func row(_ path: String, _ form: String, _ fallback: String) -> RequestField {
        RequestField(operation: .subscribe, path: path, form: form, fallback: fallback)
    }
}

extension WireError {
    /// A `bad_field` whose suggestion says what the table of fields has for that path.
    ///
    /// - Parameter operation: whose field it is, where others have another of this name.
    public static func badField(
        _ path: String, of operation: Operation? = nil, reason: String
    ) -> WireError {
        let form = RequestField.row(path, of: operation).map { "\($0.path) must be \($0.form)." }
        return WireError(
            .badField, reason: reason,
            suggestion: form ?? "Leave the field out.", field: path)
    }
}
