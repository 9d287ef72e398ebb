import FlightDisplay
import Vocabulary
import WireProtocol

/// A value that became known of an athlete's day, as an `entry` line has it.
package struct LogEntry: Equatable, Sendable {
    /// Its name, such as `e7.88417115619`.
    package let id: String
    package let metric: DayMetric
    package let value: Double
    package let start: FleetInstant
    package let end: FleetInstant
    /// `simulated`, `recorded` or `manual`.
    package let source: String
    /// The entry that this one removes.
    let removes: String?

    /// Nil if the line is none, or the summary of a run.
    package init?(line: JSONValue) {
        guard line.type == .entry, let id = line["entry"]?.text,
            let metric = line["metric"]?.text.flatMap(DayMetric.init(named:)),
            let value = line["value"]?.double, let start = line["start"]?.instant,
            let end = line["end"]?.instant
        else { return nil }
        (self.id, self.metric, self.value, self.start, self.end) = (id, metric, value, start, end)
        source = line["source"]?.text ?? "?"
        removes = line["removes"]?.text
    }

    /// Only what was added by hand can be removed.
    package var isManual: Bool { source == "manual" }

    /// The instant by which `query` counts it: a point's own, a span's end less a tick.
    var last: FleetInstant { start == end ? end : end - FleetDuration(ticks: 1) }
}

/// The values of a metric over a range of time, the newest first, as entries and removals come in.
package struct EntryList: Equatable, Sendable {
    let range: Range<FleetInstant>
    /// The newest first, by the time that they speak of.
    package private(set) var entries: [LogEntry] = []
    private var removed: Set<String> = []

    /// The most values that are kept: quarter hours of half a year.
    static let limit = 20_000

    package init(_ range: Range<FleetInstant>) { self.range = range }

    /// Adds an entry or removes one. An entry that comes twice, as after a lost link, counts once.
    package mutating func take(_ entry: LogEntry) {
        if let removes = entry.removes {
            removed.insert(removes)
            return entries.removeAll { $0.id == removes }
        }
        guard range.contains(entry.last), !removed.contains(entry.id), entries.count < Self.limit
        else { return }
        // They come almost in their order, so the place is near the front.
        var place = 0
        while place < entries.count, entries[place].end > entry.end { place += 1 }
        while place < entries.count, entries[place].end == entry.end {
            if entries[place].id == entry.id { return }
            place += 1
        }
        entries.insert(entry, at: place)
    }
}

/// What is kept of a run that has landed, from the entry of its summary.
package struct RunEntry: Equatable, Sendable {
    package let session: String
    package let start: FleetInstant
    package let end: FleetInstant
    package let source: String
    /// Seconds from the first step to the last, and those in motion.
    package let elapsed: Double?
    package let moving: Double?
    package let metres: Double?
    package let steps: Double?
    package let energy: Double?
    package let averageHeartRate: Double?
    package let maximalHeartRate: Double?
    /// Seconds of each full kilometre.
    package let splits: [Double]
    /// How often each call came.
    package let calls: [Advisory: Int]

    /// Nil if the line is no summary of a run.
    package init?(line: JSONValue) {
        guard line.type == .entry, let session = line["run"]?.text,
            let start = line["start"]?.instant, let end = line["end"]?.instant
        else { return nil }
        self.session = session
        self.start = start
        self.end = end
        source = line["source"]?.text ?? "?"
        elapsed = line["elapsed_s"]?.double
        moving = line["moving_s"]?.double
        metres = line["distance_m"]?.double
        steps = line["steps"]?.double
        energy = line["energy_kcal"]?.double
        averageHeartRate = line["heart_rate_bpm"]?["average"]?.double
        maximalHeartRate = line["heart_rate_bpm"]?["max"]?.double
        splits = line["splits_s"]?.items.compactMap(\.double) ?? []
        let counts = line["advisories"]?.fields ?? [:]
        calls = Dictionary(
            Advisory.allCases.compactMap { call in
                counts[call.rawValue]?.integer.map { (call, $0) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Seconds for a kilometre, in motion; nil for none.
    package var pace: Double? {
        guard let metres, let moving, moving > 0 else { return nil }
        return Units.metric.pace(metresPerSecond: metres / moving)
    }
}
