import Vocabulary

/// One row of the table of request fields, by which types are checked, and from which errors,
/// self-description and manual are made.
public struct RequestField: Hashable, Sendable {
    public let operation: Operation?
    /// The dotted path within the request.
    public let path: String
    /// The type of the field; nil for the fields of all operations, which are read by themselves.
    let type: FieldType?
    /// The allowed values, to follow "must be".
    public let form: String
    /// The value when the field is left out; nil if the field is required.
    public let fallback: String?

    /// Every field; those without an operation belong to all.
    public static let all: [RequestField] =
        general + subscribe + others + query + clients + commands + entries

    /// The row of `path`; the indices of lists in it are ignored.
    ///
    /// - Parameter operation: whose field it is; nil for the first field of this name.
    static func row(_ path: String, of operation: Operation? = nil) -> RequestField? {
        let names = path.split(separator: ".").filter { Int($0) == nil }.joined(separator: ".")
        return all.first {
            $0.path == names && (operation == nil || [nil, operation].contains($0.operation))
        }
    }

    /// The type of a field's value in JSON.
    enum FieldType {
        case text, texts, oneOrMore, integer, number, boolean, object
    }

    private init(
        _ operation: Operation?, _ path: String, as type: FieldType? = .text, _ form: String,
        _ fallback: String?
    ) {
        self.operation = operation
        self.path = path
        self.type = type
        self.form = form
        self.fallback = fallback
    }

    /// The rows of each operation, in their order.
    private static let byOperation = Dictionary(grouping: all, by: \.operation)

    static func rows(of operation: Operation) -> [RequestField] { byOperation[operation] ?? [] }

    private static let general = [
        RequestField(
            nil, "op", as: nil,
            "one of \(Excerpt.choice(Operation.allCases.map(\.rawValue)))", nil),
        RequestField(
            nil, "id", as: nil,
            "a whole number from 0 to \(ProtocolLimits.requestIDMaximum) or a string of at "
                + "most \(ProtocolLimits.requestIDCharacters) characters",
            "answers carry none"),
    ]

    private static let subscribe = [
        RequestField(
            .subscribe, "sub", NameField.subscription.form, "the one subscription without a name"),
        RequestField(
            .subscribe, "select", as: .object, "an object such as {\"session\":\"s7\"}",
            "all sessions"),
        RequestField(
            .subscribe, "select.session", as: .oneOrMore,
            "\"*\", a session such as \"s7.0\", a lane such as \"s7\", or a list "
                + "of 1 to \(ProtocolLimits.selectedSessions) of them", "\"*\""),
        RequestField(
            .subscribe, "kinds", as: .texts,
            "a list of \(Excerpt.choice(LineKind.allCases.map(\.rawValue)))",
            "[\"stat\"]"),
        RequestField(
            .subscribe, "metrics", as: .texts,
            "a list of \(Excerpt.choice(Metric.allCases.map(\.name))), or of "
                + "HealthKit's identifiers", "the five discrete ones"),
        RequestField(
            .subscribe, "stats", as: .texts,
            "a list of \(Excerpt.choice(Statistic.allCases.map(\.rawValue)))",
            "average and latest, as far as they apply"),
        RequestField(.subscribe, "window", "a duration such as \"30s\", or \"session\"", "\"5s\""),
        RequestField(.subscribe, "every", "a duration such as \"1s\"", "\"1s\""),
        RequestField(
            .subscribe, "smooth", as: .object,
            "an object such as {\"kind\":\"ema\",\"half_life\":\"5s\"}", "none"),
        RequestField(.subscribe, "smooth.kind", "none, mean, median, ema or ema2", "\"none\""),
        RequestField(
            .subscribe, "smooth.over", "a duration such as \"5s\"", "required by mean and median"),
        RequestField(
            .subscribe, "smooth.half_life", "a duration such as \"5s\"",
            "required by ema and ema2"),
        RequestField(
            .subscribe, "align", Excerpt.choice(Alignment.allCases.map(\.rawValue)), "\"session\""),
        RequestField(
            .subscribe, "min_coverage", as: .number,
            "a number from 0 to 1 with at most two decimals", "0"),
        RequestField(
            .subscribe, "after", "\"start\", an anchor, \(Moment.form)", "from now on"),
        RequestField(
            .subscribe, "queue", as: .object, "an object such as {\"policy\":\"drop_oldest\"}",
            "drop_oldest"),
        RequestField(
            .subscribe, "queue.policy", Excerpt.choice(QueuePolicy.allCases.map(\.rawValue)),
            "\"drop_oldest\""),
        RequestField(
            .subscribe, "queue.staleness", "a duration such as \"30s\"",
            "\"\(SubscribeRequest.usualStaleness)\""),
    ]

    private static let others = [
        RequestField(
            .unsubscribe, "sub", NameField.subscription.form,
            "the one subscription without a name"),
        RequestField(
            .client, "name", NameField.client.form, nil),
        RequestField(
            .sessions, "from", as: .integer,
            "the number of a lane, from 0 to \(LaneID.limit - 1)", "0"),
        RequestField(
            .sessions, "limit", as: .integer,
            "a whole number from 1 to \(ProtocolLimits.sessionsPage)",
            "\(ProtocolLimits.sessionsPage)"),
        RequestField(
            .sessions, "sort", Excerpt.choice(SessionColumn.all.map(\.name)),
            "a page by lane; \"lane\" with one of the fields below"),
        RequestField(.sessions, "descending", as: .boolean, "true or false", "false"),
        RequestField(
            .sessions, "phase", Excerpt.choice(Phase.allCases.map(\.rawValue)), "all phases"),
        RequestField(
            .sessions, "match", "a text of 1 to \(ProtocolLimits.matchBytes) bytes",
            "all sessions"),
        RequestField(
            .sessions, "offset", as: .integer,
            "a whole number from 0 to \(LaneID.limit - 1), without \"from\"", "0"
        ),
    ]

    private static let query = [
        RequestField(
            .query, "select", as: .object, "an object such as {\"session\":\"s7\"}", "all lanes"),
        RequestField(
            .query, "select.session", as: .oneOrMore,
            "\"*\", a lane such as \"s7\", or a list of 1 to \(ProtocolLimits.selectedSessions) "
                + "of them", "\"*\""),
        RequestField(
            .query, "metrics", as: .texts,
            "a list of \(Excerpt.choice(QueryMetric.all.map(\.name))), or of HealthKit's "
                + "identifiers", "all but places and stages of sleep"),
        RequestField(
            .query, "stats", as: .texts,
            "a list of \(Excerpt.choice(Statistic.ofQueries.map(\.rawValue)))",
            "all but count, as far as they apply"),
        RequestField(.query, "from", "\(Moment.form); in the years 2000 to 2200", nil),
        RequestField(.query, "to", "\(Moment.form); behind from", "up to the present"),
        RequestField(
            .query, "interval",
            "a duration from \(ProtocolLimits.queryInterval.lowerBound) to "
                + "\(ProtocolLimits.queryInterval.upperBound) such as \"15m\", or up to "
                + "\(ProtocolLimits.queryIntervals) days, weeks or months such as \"1d\", \"2w\" "
                + "or \"1mo\"", "\"1d\""),
        RequestField(
            .query, "limit", as: .integer, "a whole number from 1 to \(ProtocolLimits.queryPage)",
            "\(QueryRequest.usualLimit)"),
        RequestField(
            .query, "page", "what \"next\" said in the answer to the same request", "the first page"
        ),
    ]

    private static let clients = [
        RequestField(
            .clients, "from", as: .integer,
            "the number of a connection, from 0 to \(ProtocolLimits.connectionNumberMaximum)",
            "0"),
        RequestField(
            .clients, "limit", as: .integer,
            "a whole number from 1 to \(ProtocolLimits.clientsPage)",
            "\(ProtocolLimits.clientsPage)"),
    ]

    private static let commands =
        [
            RequestField(
                .start, "plan", Excerpt.choice(PlanKind.allCases.map(\.rawValue)), "drawn"),
            RequestField(
                .start, "athlete", as: .integer,
                "the number of the lane whose athlete flies", "one of its own"),
            RequestField(
                .start, "at",
                "\(Moment.formAhead); to come, at most a week ahead",
                "at once"),
        ]
        + [Operation.pause, .resume, .stop].map { operation in
            RequestField(
                operation, "session",
                "a session such as \"s7.0\", or a lane such as \"s7\" for its present one",
                nil)
        }

    private static let entries: [RequestField] = {
        let spans = Excerpt.choice(DayMetric.ofPeople.members.filter { !$0.isPoint }.map(\.name))
        let points = Excerpt.choice(DayMetric.ofPeople.members.filter(\.isPoint).map(\.name))
        let byHand = Excerpt.choice(DayMetric.ofPeople.members.map(\.name))
        let time = "\(Moment.form); in the past"
        return [
            RequestField(.add, "session", "a lane such as \"s7\"", nil),
            RequestField(
                .add, "metric",
                "\(byHand), or HealthKit's identifier",
                nil),
            RequestField(
                .add, "value", as: .number,
                "a number within the metric's limits, with its decimals at most", nil),
            RequestField(.add, "at", time, "required by \(points), which alone have it"),
            RequestField(.add, "start", time, "required by \(spans), which alone have it"),
            RequestField(
                .add, "end", "\(time), and behind the start by at most \(ManualSample.longest)",
                "as start"),
            RequestField(
                .remove, "entry", "the name of an entry such as \"e7.88417115619\"", nil),
        ]
    }()
}

extension WireError {
    /// A `bad_field` whose suggestion is what the table of fields has for this path.
    ///
    /// - Parameter operation: whose field it is, if others have a field of this name.
    public static func badField(
        _ path: String, of operation: Operation? = nil, reason: String
    ) -> WireError {
        let form = RequestField.row(path, of: operation).map { "\($0.path) must be \($0.form)." }
        return WireError(
            .badField, reason: reason,
            suggestion: form ?? "Leave the field out.", field: path)
    }
}
