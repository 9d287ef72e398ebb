import JSON
import Vocabulary

extension SubscribeRequest {
    /// The normalised shape that the fields ask for, and the metrics that they name.
    static func shape(
        _ fields: RequestObject
    ) throws(WireError) -> (shape: ChannelShape, named: NamedMetrics?) {
        var shape = ChannelShape()
        var named: NamedMetrics?
        if let kinds = try fields.list("kinds", kind) { shape.kinds = Set(kinds) }
        if shape.kinds.contains(.entry) { shape.dayMetrics = DayMetric.defaults }
        if let metrics = try fields.list("metrics", metric) {
            named = try setMetrics(of: &shape, metrics)
        }
        shape.statistics =
            try fields.list("stats", statistic).map { Set($0) }
            ?? ChannelShape.defaultStatistics(for: shape.metrics)
        if let window = try fields.text("window") { shape.window = try Self.window(window) }
        if let every = try fields.text("every") {
            shape.every = try DurationField.every.duration(every)
        }
        if let smooth = fields.nested("smooth") { shape.smoothing = try smoothing(smooth) }
        shape.alignment =
            try fields.value("align", Alignment.init(rawValue:)) {
                "There is no alignment \(Excerpt.quoted($0))."
            } ?? shape.alignment
        if let coverage = try fields.number("min_coverage")?.double {
            shape.minimumCoveragePercent = try percent(coverage)
        }
        try shape.validate()
        return (shape.normalized, named)
    }

    private static func kind(_ text: String, _ path: String) throws(WireError) -> LineKind {
        if let kind = LineKind(rawValue: text) { return kind }
        throw .badField(path, reason: "There are no lines of the kind \(Excerpt.quoted(text)).")
    }

    /// A metric of runs, of days, or of both, as the request writes it.
    private typealias NamedMetric = (text: String, run: Metric?, day: DayMetric?)

    /// Each kind of line takes the metrics that it can have: entries take metrics of days, the
    /// other kinds metrics of runs.
    private static func setMetrics(
        of shape: inout ChannelShape, _ named: [NamedMetric]
    ) throws(WireError) -> NamedMetrics {
        let hasEntries = shape.kinds.contains(.entry)
        let measures = shape.kinds.contains(.stat) || shape.kinds.contains(.sample)
        for (index, metric) in named.enumerated() {
            let isUsed =
                metric.run != nil && (measures || !hasEntries) || metric.day != nil && hasEntries
            guard isUsed else { throw misplaced(metric, "metrics.\(index)") }
        }
        let runs = named.compactMap(\.run)
        guard !runs.isEmpty || !measures else { throw misplaced(named[0], "metrics.0") }
        if !runs.isEmpty { shape.metrics = MetricSet(runs) }
        let days = named.compactMap(\.day)
        if hasEntries { shape.dayMetrics = DayMetricSet(days) }
        var names = NamedMetrics()
        (names.runs, names.days) = (MetricSet(runs), DayMetricSet(days))
        return names
    }

    private static func misplaced(_ metric: NamedMetric, _ path: String) -> WireError {
        WireError(
            .badStatistic,
            reason: metric.day == nil
                ? "\(Excerpt.quoted(metric.text)) is a metric of runs, and has no entries."
                : "\(Excerpt.quoted(metric.text)) is a metric of days, which only entries have.",
            suggestion: metric.day == nil
                ? "Use \(Excerpt.choice(DayMetric.allCases.map(\.name)))."
                : "Ask for the kind entry, and for metrics of runs besides.", field: path)
    }

    private static func metric(_ text: String, _ path: String) throws(WireError) -> NamedMetric {
        let named = (text: text, run: Metric(named: text), day: DayMetric(named: text))
        if named.run != nil || named.day != nil { return named }
        throw WireError(
            .unknownMetric, reason: "There is no metric \(Excerpt.quoted(text)).",
            suggestion: "Use \(Excerpt.choice(Metric.allCases.map(\.name))).", field: path)
    }

    private static func statistic(_ text: String, _ path: String) throws(WireError) -> Statistic {
        if let statistic = Statistic(rawValue: text) { return statistic }
        throw WireError(
            .badStatistic, reason: "There is no statistic \(Excerpt.quoted(text)).",
            suggestion: "Use \(Excerpt.choice(Statistic.allCases.map(\.rawValue))).", field: path)
    }

    private static func window(_ text: String) throws(WireError) -> Window {
        text == "session" ? .session : .span(try DurationField.window.duration(text))
    }

    /// Whole percents are exact; a double within rounding of one counts as that one.
    private static func percent(_ coverage: Double) throws(WireError) -> Int {
        let percent = coverage * 100
        guard (0...1).contains(coverage), abs(percent - percent.rounded()) < 1e-9 else {
            throw .badField("min_coverage", reason: "\(coverage) is not a coverage.")
        }
        return Int(percent.rounded())
    }
}

extension SubscribeRequest {
    /// The smoothing that the fields of `smooth` ask for.
    private static func smoothing(
        _ fields: RequestObject
    ) throws(WireError) -> Smoothing {
        let kind = try fields.text("kind") ?? "none"
        switch kind {
        case "none":
            try refuse("over", fields, kind: kind)
            try refuse("half_life", fields, kind: kind)
            return .none
        case "mean": return .mean(try over(fields, kind: kind))
        case "median": return .median(try over(fields, kind: kind))
        case "ema": return .ema(halfLife: try halfLife(fields, kind: kind))
        case "ema2": return .ema2(halfLife: try halfLife(fields, kind: kind))
        case _:
            throw WireError(
                .badSmoothing, reason: "There is no smoothing \(Excerpt.quoted(kind)).",
                suggestion: "Use none, mean, median, ema or ema2.", field: "smooth.kind")
        }
    }

    private static func over(
        _ fields: RequestObject, kind: String
    ) throws(WireError) -> FleetDuration {
        try refuse("half_life", fields, kind: kind)
        guard let over = try fields.text("over") else {
            throw DurationField.over.error("\(kind) needs over, the span that it covers.")
        }
        return try DurationField.over.duration(over)
    }

    private static func halfLife(
        _ fields: RequestObject, kind: String
    ) throws(WireError) -> FleetDuration {
        try refuse("over", fields, kind: kind)
        guard let halfLife = try fields.text("half_life") else {
            throw DurationField.halfLife.error("\(kind) needs half_life.")
        }
        return try DurationField.halfLife.duration(halfLife)
    }

    private static func refuse(
        _ name: String, _ fields: RequestObject, kind: String
    ) throws(WireError) {
        guard fields.has(name) else { return }
        throw WireError(
            .badSmoothing, reason: "\(kind) does not take \(name).",
            suggestion: "mean and median take over; ema and ema2 take half_life.",
            field: "smooth.\(name)")
    }
}
