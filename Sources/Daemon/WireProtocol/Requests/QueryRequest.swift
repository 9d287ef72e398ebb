import Vocabulary

/// What a client asks of the lanes of a fleet: statistics, interval by interval.
public struct QueryRequest: Hashable, Sendable {
    /// Whole lanes only.
    public var selection: SessionSelection = .all
    /// The metrics in the order of the answer, each once; never empty.
    public var metrics = QueryMetric.defaults
    /// Whether the request names its metrics, so that none may be left out.
    public var namesMetrics = false
    /// The names of the metrics that were left out because the peer may not read them.
    public var denied: [String] = []
    /// A subset of ``Statistic/ofQueries``; each fits a metric if it was asked for by name.
    public var statistics = usualStatistics
    /// Where the first interval begins, and the anchor of civil intervals.
    public var from: CivilAnchor
    /// The end of the intervals; nil is up to and including the present.
    public var to: CivilAnchor?
    public var interval = CivilInterval.days(1)
    /// 1...``ProtocolLimits/queryPage``.
    public var limit = usualLimit
    /// Where the page begins; nil is the first page.
    public var page: QueryCursor?

    public static let usualStatistics: Set<Statistic> = [.sum, .average, .min, .max, .latest]
    public static let usualLimit = 100

    public init(from: CivilAnchor) { self.from = from }
}

/// Where a page of an answer to a query begins. It holds the present of the first page too, so that
/// all pages say the same.
public struct QueryCursor: Hashable, Sendable {
    public let lane: LaneID
    /// The number of the interval, from 0.
    public let interval: Int
    /// The present of the first page.
    public let instant: FleetInstant

    public init(lane: LaneID, interval: Int, instant: FleetInstant) {
        self.lane = lane
        self.interval = interval
        self.instant = instant
    }
}

extension QueryCursor: CustomStringConvertible {
    /// Reads `7.28.88417115619`; nil for anything else.
    init?(parsing text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int64($0) }
        guard numbers.count == 3, let lane = LaneID(exactly: Int(numbers[0])),
            (0...Int64(UInt32.max)).contains(numbers[1]),
            FleetInstant.presents.contains(FleetInstant(ticks: numbers[2]))
        else { return nil }
        self.init(
            lane: lane, interval: Int(numbers[1]),
            instant: FleetInstant(ticks: numbers[2]))
        guard description == text else { return nil }
    }

    public var description: String { "\(lane).\(interval).\(instant.ticks)" }
}

extension QueryRequest {
    /// Checks the fields; throws at the first that cannot be used.
    init(
        _ fields: RequestObject, _ clock: () -> MomentClock
    ) throws(WireError) {
        self.init(from: try Self.anchor(try fields.required("from"), "from", clock))
        selection = try Self.lanes(fields)
        if let named = try fields.list("metrics", Self.metric) {
            metrics = named.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
        namesMetrics = fields.has("metrics")
        let metrics = metrics
        let named = try fields.list("stats") { name, path throws(WireError) in
            try Self.statistic(name, path, of: metrics)
        }
        if let named { statistics = Set(named) }
        to = try fields.text("to").map { text throws(WireError) in
            try Self.anchor(text, "to", clock)
        }
        if let text = try fields.text("interval") { interval = try Self.interval(text) }
        limit =
            try fields.integer("limit", in: 1...ProtocolLimits.queryPage) {
                "A page does not have \($0) buckets."
            } ?? limit
        page = try fields.value("page", QueryCursor.init(parsing:)) {
            "\(Excerpt.quoted($0)) is no page."
        }
    }

    private static func lanes(
        _ fields: RequestObject
    ) throws(WireError) -> SessionSelection {
        let selection = try SubscribeRequest.selection(fields)
        guard case .some(let selected) = selection,
            let one = selected.first(where: { $0.lap != nil })
        else { return selection }
        let what = one.isBook ? "book of a day" : "session"
        throw WireError(
            .badField, reason: "\(one) is a \(what), and a query is about lanes.",
            suggestion: "Ask for s\(one.flownLane), with from and to around it.",
            field: "select.session")
    }

    private static func metric(_ name: String, _ path: String) throws(WireError) -> QueryMetric {
        if let metric = QueryMetric(named: name) { return metric }
        throw WireError(
            .unknownMetric, reason: "There is no metric \(Excerpt.quoted(name)).",
            suggestion: "Use \(Excerpt.choice(QueryMetric.all.map(\.name))).", field: path)
    }

    private static func statistic(
        _ name: String, _ path: String, of metrics: [QueryMetric]
    ) throws(WireError) -> Statistic {
        let known = Statistic(rawValue: name)
        guard let statistic = known, Statistic.ofQueries.contains(statistic) else {
            throw badStatistic(
                known == nil
                    ? "There is no statistic \(Excerpt.quoted(name))."
                    : "Queries do not have \(name).", Statistic.ofQueries, path)
        }
        guard metrics.contains(where: statistic.applies) else {
            throw badStatistic(
                "\(name) does not apply to \(Excerpt.choice(metrics.map(\.name))).",
                Statistic.ofQueries.filter { metrics.contains(where: $0.applies) }, path)
        }
        return statistic
    }

    private static func badStatistic(
        _ reason: String, _ fitting: [Statistic], _ path: String
    ) -> WireError {
        WireError(
            .badStatistic, reason: reason,
            suggestion: "Use \(Excerpt.choice(fitting.map(\.rawValue))).", field: path)
    }

    private static func anchor(
        _ text: String, _ path: String, _ clock: () -> MomentClock
    ) throws(WireError) -> CivilAnchor {
        let anchor = try MomentField.anchor(text, path, of: .query, by: clock)
        guard ProtocolLimits.queryYears.contains(anchor.year) else {
            throw .badField(
                path, of: .query,
                reason: "\(Excerpt.quoted(text)) is not in the years that a query can ask for.")
        }
        return anchor
    }

    private static func interval(_ text: String) throws(WireError) -> CivilInterval {
        guard let interval = CivilInterval(parsing: text) else {
            let span = try DurationField.interval.duration(text)
            return .elapsed(span)
        }
        switch interval {
        case .elapsed(let span): try DurationField.interval.check(span)
        case .days(let days):
            let isWeeks = text.hasSuffix("w")
            try check(isWeeks ? days / 7 : days, text)
        case .months(let months): try check(months, text)
        }
        return interval
    }

    private static func check(_ count: Int, _ text: String) throws(WireError) {
        guard count > ProtocolLimits.queryIntervals else { return }
        throw DurationField.interval.error("\(Excerpt.quoted(text)) is too long.")
    }
}

extension QueryRequest {
    /// The request as a line, without its newline.
    public func line(id: RequestID?) -> String {
        var line = LineBuffer()
        line.append(#"{"op":"query""#)
        line.appendField(id: id)
        if case .some(let lanes) = selection {
            line.append(#","select":{"session":"#)
            line.appendList(lanes.map(\.description))
            line.append("}")
        }
        if namesMetrics || metrics != QueryMetric.defaults {
            line.append(#","metrics":"#)
            line.appendList(metrics.map(\.name))
        }
        // Statistics that fit none of the metrics would be refused.
        if statistics != Self.usualStatistics {
            line.append(#","stats":"#)
            line.appendList(Statistic.ofQueries.filter(statistics.contains).map(\.rawValue))
        }
        line.appendField("from", from.description)
        line.appendField("to", to?.description)
        line.appendField("interval", interval.description)
        line.appendField("limit", limit)
        line.appendField("page", page?.description)
        line.append("}")
        return line.text
    }
}
