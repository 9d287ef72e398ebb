import Vocabulary
import WireProtocol

/// What a query must answer, added up from the lines of a stream of the kinds sample, event and
/// entry that holds every session from its start.
package struct QueryReference {
    /// One value that a line brings.
    private struct Value {
        let lane: LaneID
        /// The tick that decides its interval, and what comes first of two at one tick.
        let time: Int64
        let order: Int64
        let known: Int64
        let metric: String
        let units: Int64
        /// Nil for a reading of heart rate, whose weight depends on the one before.
        let weight: Int64?
        /// The name of an entry; nil for a sample.
        var name: String?

        var place: (Int64, Int64, Int64) { (time, order, known) }
    }

    private struct Session {
        var start: Int64 = 0
        var paused: Int64 = 0
        var pausedAt: Int64?
        var before: Int64 = 0
        var totals: [String: Int64] = [:]
    }

    private let period: Int64
    private var values: [Value] = []
    private var sessions: [String: Session] = [:]

    package init(period: FleetDuration) { self.period = period.ticks }

    /// Takes the next line of the stream.
    package mutating func take(_ text: some StringProtocol) {
        guard let line = JSONValue(line: text.utf8), let name = line["session"]?.text,
            let lane = SelectedSessions(parsing: name)?.flownLane,
            let now = line["t"].flatMap(Self.tick)
        else { return }
        switch line.type {
        case .event: note(line["event"]?.text, of: name, at: now)
        case .sample: take(line, of: name, lane: lane, at: now)
        case .entry: take(line, lane: lane, at: now)
        default: break
        }
    }

    private mutating func note(_ event: String?, of name: String, at now: Int64) {
        switch event {
        case "start": sessions[name] = Session(start: now)
        case "pause": sessions[name]?.pausedAt = now
        case "resume":
            guard let began = sessions[name]?.pausedAt else { return }
            sessions[name]?.paused += now - began
            sessions[name]?.pausedAt = nil
        default: break
        }
    }

    private mutating func take(_ line: JSONValue, of name: String, lane: LaneID, at now: Int64) {
        guard var session = sessions[name] else { return }
        let time = now - session.start - session.paused
        let weight = min(period, time - session.before)
        session.before = time
        for metric in QueryMetric.all where metric.run != nil {
            guard let total = Self.units(line, metric.name, metric.decimals) else { continue }
            var units = total
            if metric.isCumulative {
                units -= session.totals[metric.name] ?? 0
                session.totals[metric.name] = total
            }
            values.append(
                Value(
                    lane: lane, time: now, order: 0, known: now, metric: metric.name, units: units,
                    weight: weight))
        }
        sessions[name] = session
    }

    private mutating func take(_ line: JSONValue, lane: LaneID, at now: Int64) {
        guard let name = line["metric"]?.text, let metric = QueryMetric(named: name),
            let units = Self.units(line, "value", metric.decimals),
            let start = line["start"].flatMap(Self.tick), let end = line["end"].flatMap(Self.tick)
        else { return }
        if let removed = line["removes"]?.text { return values.removeAll { $0.name == removed } }
        values.append(
            Value(
                lane: lane, time: start == end ? start : end - 1,
                order: line["source"]?.text == "manual" ? 2 : 1, known: now, metric: name,
                units: units, weight: metric.day == .heartRate ? nil : 1,
                name: line["entry"]?.text))
    }

    private static func tick(_ value: JSONValue) -> Int64? {
        value.text.flatMap { CalendarTime(rfc3339: $0) }.map { $0.microseconds / 20_000 }
    }

    private static func units(_ line: JSONValue, _ name: String, _ decimals: Int) -> Int64? {
        line[name]?.double.map {
            Int64(($0 * Double(Decimal64.powerOfTen(decimals))).rounded())
        }
    }
}

extension QueryReference {
    /// What the bucket of an interval has behind its `end` and `open`.
    package func bucket(
        _ lane: LaneID, _ interval: Range<FleetInstant>, _ metrics: [QueryMetric],
        _ statistics: Set<Statistic>, at present: FleetInstant
    ) -> String {
        let near = known(near: interval, lane, at: present)
        let parts = metrics.compactMap { metric -> String? in
            let own = Self.weighted(near, interval, metric)
            guard !own.isEmpty else { return nil }
            let order: [Statistic] = [.sum, .average, .min, .max, .latest, .count]
            let fields = order.filter(statistics.contains).compactMap { statistic in
                Self.text(statistic, own, metric).map { "\"\(statistic.rawValue)\":\($0)" }
            }
            guard !fields.isEmpty else { return nil }
            return ",\"\(metric.name)\":{\(fields.joined(separator: ","))}"
        }
        return parts.joined()
    }

    /// The ticks for which all values of an interval stand.
    package func weight(
        _ lane: LaneID, _ interval: Range<FleetInstant>, _ metric: QueryMetric,
        at present: FleetInstant
    ) -> Int64 {
        Self.weighted(known(near: interval, lane, at: present), interval, metric)
            .reduce(0) { $0 + $1.weight }
    }

    private static let longest = 300 * FleetDuration.ticksPerSecond

    /// The values in an interval and before it, in order: what lies further back than a reading can
    /// stand for decides nothing.
    private func known(
        near interval: Range<FleetInstant>, _ lane: LaneID, at present: FleetInstant
    ) -> [Value] {
        let near = interval.lowerBound.ticks - Self.longest..<interval.upperBound.ticks
        return values.filter {
            near.contains($0.time) && $0.lane == lane && $0.known <= present.ticks
        }.sorted { $0.place < $1.place }
    }

    /// A reading of heart rate stands for the time since the one before, five minutes at most.
    private static func weighted(
        _ near: [Value], _ interval: Range<FleetInstant>, _ metric: QueryMetric
    ) -> [(value: Value, weight: Int64)] {
        let range = interval.lowerBound.ticks..<interval.upperBound.ticks
        var before: Int64?
        let own = near.filter { $0.metric == metric.name }
        let weighted = own.map { value -> (value: Value, weight: Int64) in
            if let weight = value.weight { return (value, weight) }
            let gap = before.map { value.time - $0 } ?? .max
            before = value.time
            return (value, max(1, min(gap, longest)))
        }
        return weighted.filter { range.contains($0.value.time) }
    }

    private static func text(
        _ statistic: Statistic, _ values: [(value: Value, weight: Int64)], _ metric: QueryMetric
    ) -> String? {
        func text(_ units: Int64?) -> String? {
            units.map { "\(Decimal64(units: $0, decimals: metric.decimals))" }
        }
        let units = values.map(\.value.units)
        switch statistic {
        case .sum where metric.isCumulative: return text(units.reduce(0, +))
        case .min where metric.statistics.contains(.min): return text(units.min())
        case .max where metric.statistics.contains(.max): return text(units.max())
        case .latest:
            return text(units.last)
        case .count: return "\(values.count)"
        case .average where metric.statistics.contains(.average):
            let weight = values.reduce(0) { $0 + $1.weight }
            let sum = values.reduce(0) { $0 + $1.value.units * $1.weight }
            let average = Decimal64(
                units: (sum * 100).dividedRoundingToEven(by: weight), decimals: metric.decimals + 2)
            return "\(average)"
        default: return nil
        }
    }
}
