import Vocabulary

extension ChannelShape {
    /// Throws at the first field that cannot be used, and says what would be right.
    ///
    /// It also checks the fields that have no effect, which ``normalized`` resets.
    public func validate() throws(WireError) {
        try validateSets()
        if case .span(let window) = window { try DurationField.window.check(window) }
        try DurationField.every.check(every)
        try validateStatistics()
        try validateSmoothing()
        guard (0...100).contains(minimumCoveragePercent) else {
            throw .badField("min_coverage", reason: "A coverage lies between 0 and 1.")
        }
    }

    /// Throws when statistics would be due between the samples of this rate.
    public func validate(rate: SampleRate) throws(WireError) {
        guard every.ticks % rate.period.ticks != 0 else { return }
        throw DurationField.every.error(
            "\(every) is not a multiple of the sample period \(rate.period).",
            suggestion: "Use a multiple of \(rate.period).")
    }

    /// The shape with every field that has no effect set to its default, so that all subscriptions
    /// to the same lines share a channel.
    public var normalized: ChannelShape {
        var shape = ChannelShape()
        shape.kinds = kinds
        shape.sight = sight
        // Only the summary of a run counts its calls.
        if !kinds.contains(.entry) { shape.sight.showsAdvisories = true }
        shape.dayMetrics = kinds.contains(.entry) ? dayMetrics : []
        // A truth tells where the athlete is to who asks for a place.
        let places = metrics.intersection(Metric.places)
        if kinds.contains(.truth), !places.isEmpty {
            shape.metrics = places
            shape.statistics = Self.defaultStatistics(for: places)
        }
        guard kinds.contains(.stat) || kinds.contains(.sample) else { return shape }
        shape.metrics = metrics
        guard kinds.contains(.stat) else {
            shape.statistics = Self.defaultStatistics(for: metrics)
            return shape
        }
        let (sight, dayMetrics) = (shape.sight, shape.dayMetrics)
        shape = self
        (shape.sight, shape.dayMetrics) = (sight, dayMetrics)
        return shape
    }

    /// The statistics of a request that names none: the default statistics that fit the metrics.
    public static func defaultStatistics(for metrics: MetricSet) -> Set<Statistic> {
        ChannelShape().statistics.filter { $0.applies(toAnyOf: metrics) }
    }

    private func validateSets() throws(WireError) {
        let counts = [
            ("kinds", kinds.count), ("metrics", metrics.members.count), ("stats", statistics.count),
        ]
        guard let empty = counts.first(where: { $0.1 == 0 })?.0 else { return }
        throw .badField(empty, reason: "The list is empty.")
    }

    private func validateStatistics() throws(WireError) {
        for statistic in Statistic.allCases where statistics.contains(statistic) {
            guard !statistic.applies(toAnyOf: metrics) else { continue }
            let fitting = Statistic.allCases.filter { $0.applies(toAnyOf: metrics) }
            throw WireError(
                .badStatistic,
                reason: "\(statistic.rawValue) does not apply to "
                    + "\(Excerpt.choice(metrics.members.map(\.name))).",
                suggestion: "Use \(Excerpt.choice(fitting.map(\.rawValue))).", field: "stats")
        }
    }

    private func validateSmoothing() throws(WireError) {
        switch smoothing {
        case .none: return
        case .mean(let over), .median(let over): try DurationField.over.check(over)
        case .ema(let halfLife), .ema2(let halfLife): try DurationField.halfLife.check(halfLife)
        }
        guard metrics.isDisjoint(with: Metric.discrete) else { return }
        throw WireError(
            .badSmoothing,
            reason: "Totals and positions are not smoothed: "
                + "\(Excerpt.choice(metrics.members.map(\.name))).",
            suggestion: "Leave smooth out, or ask for a discrete metric, such as speed_mps.",
            field: "smooth")
    }
}

extension Statistic {
    fileprivate func applies(toAnyOf metrics: MetricSet) -> Bool {
        metrics.members.contains(where: applies)
    }
}
