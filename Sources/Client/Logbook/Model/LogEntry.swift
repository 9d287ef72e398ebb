import FlightDisplay
import Vocabulary
import WireProtocol

/// A value that became known about an athlete's day, from an `entry` line.
package struct LogEntry: Equatable, Sendable {
    /// The entry's name, such as `e7.88417115619`.
    package let id: String
    package let metric: DayMetric
    package let value: Double
    package let start: FleetInstant
    package let end: FleetInstant
    /// `simulated`, `recorded` or `manual`.
    package let source: String
    /// The entry that this one removes.
    let removes: String?

    /// Nil if the line is not an entry, or if it is the summary of a run.
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

    /// Whether the entry was added by hand: only such entries can be removed.
    package var isManual: Bool { source == "manual" }

    /// The instant by which `query` counts the entry: a point's own, a span's end less a tick.
    var last: FleetInstant { start == end ? end : end - FleetDuration(ticks: 1) }
}

/// The values of a metric over a range of time, the newest first, as entries and removals come in.
package struct EntryList: Equatable, Sendable {
    let range: Range<FleetInstant>
    /// The entries by the time that they cover, the newest first.
    package private(set) var entries: [LogEntry] = []
    private var removed: Set<String> = []

    /// The most values that are kept: more than half a year of quarter hours.
    static let limit = 20_000

    package init(_ range: Range<FleetInstant>) { self.range = range }

    /// Adds an entry, or removes one. An entry that comes twice, as after a lost link, counts once.
    package mutating func take(_ entry: LogEntry) {
        if let removes = entry.removes {
            removed.insert(removes)
            return entries.removeAll { $0.id == removes }
        }
        guard range.contains(entry.last), !removed.contains(entry.id), entries.count < Self.limit
        else { return }
        // Entries arrive almost in their order, so the place is near the front.
        var place = 0
        while place < entries.count, entries[place].end > entry.end { place += 1 }
        while place < entries.count, entries[place].end == entry.end {
            if entries[place].id == entry.id { return }
            place += 1
        }
        entries.insert(entry, at: place)
    }
}
