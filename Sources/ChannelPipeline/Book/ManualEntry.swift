import Vocabulary

/// A sample by hand, or its removal.
package struct ManualEntry: Hashable, Sendable {
    package let lane: Int
    /// Its place in the order, at the rank ``StreamPosition/Rank/manual``.
    package let instant: FleetInstant
    package let metric: DayMetric
    /// In the fixed decimals of the metric; of a removal, what was removed, as start and end are.
    package let value: Int64
    package let start: FleetInstant
    package let end: FleetInstant
    /// The instant of the entry that it removes; nil for a sample.
    package let removes: FleetInstant?

    init(_ sample: ManualSample, lane: Int, at instant: FleetInstant) {
        self.lane = lane
        self.instant = instant
        metric = sample.metric
        value = sample.value
        start = sample.start
        end = sample.end
        removes = nil
    }

    init(removing entry: ManualEntry, at instant: FleetInstant) {
        lane = entry.lane
        self.instant = instant
        metric = entry.metric
        value = entry.value
        start = entry.start
        end = entry.end
        removes = entry.instant
    }
}

/// All entries by hand of a fleet, by lane, in the order of their instants. They are only appended.
struct ManualEntries: Sendable {
    private struct LaneEntries: Sendable {
        var entries: [ManualEntry] = []
        /// The instants of the entries that have been removed.
        var removed: Set<FleetInstant> = []

        var addedCount: Int { entries.count - removed.count }
    }

    private var lanes: [Int: LaneEntries] = [:]
    /// How many samples were added, those that were removed among them.
    private(set) var addedCount = 0

    subscript(lane: Int) -> [ManualEntry] { lanes[lane]?.entries ?? [] }

    /// The lanes with entries, in no order.
    var allLanes: some Sequence<Int> { lanes.keys }

    /// How many samples were added to a lane, those that were removed among them.
    func addedCount(of lane: Int) -> Int { lanes[lane]?.addedCount ?? 0 }

    /// The instant of a lane's last entry.
    func last(of lane: Int) -> FleetInstant? { lanes[lane]?.entries.last?.instant }

    /// The lane's entry at an instant. O(log entries of the lane).
    func entry(of lane: Int, at instant: FleetInstant) -> ManualEntry? {
        let next = next(of: lane, after: instant - FleetDuration(ticks: 1))
        return next?.instant == instant ? next : nil
    }

    /// Whether the lane's entry at an instant has been removed.
    func isRemoved(_ instant: FleetInstant, of lane: Int) -> Bool {
        lanes[lane]?.removed.contains(instant) ?? false
    }

    /// The lane's first entry after an instant. O(log entries of the lane).
    func next(of lane: Int, after instant: FleetInstant) -> ManualEntry? {
        entries(of: lane, after: instant).first
    }

    /// The lane's entries of some metrics from an instant up to and including a point.
    func count(
        of lane: Int, _ metrics: DayMetricSet, since first: FleetInstant,
        through position: StreamPosition
    ) -> Int {
        entries(of: lane, after: first - FleetDuration(ticks: 1))
            .prefix { StreamPosition($0.instant, lane: lane, .manual) <= position }
            .count { metrics.contains($0.metric) }
    }

    private func entries(of lane: Int, after instant: FleetInstant) -> ArraySlice<ManualEntry> {
        // Most lanes of most fleets have none.
        guard !lanes.isEmpty, let entries = lanes[lane]?.entries, let last = entries.last,
            last.instant > instant
        else { return [] }
        var range = entries.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range =
                entries[middle].instant <= instant
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return entries[range.lowerBound...]
    }

    /// Appends an entry that has been checked. Traps unless it lies behind all others of its lane.
    mutating func append(_ entry: ManualEntry) {
        let last = lanes[entry.lane]?.entries.last?.instant
        precondition(last ?? entry.instant - FleetDuration(ticks: 1) < entry.instant, "entry early")
        lanes[entry.lane, default: LaneEntries()].entries.append(entry)
        if let removed = entry.removes {
            lanes[entry.lane]?.removed.insert(removed)
        } else {
            addedCount += 1
        }
    }

    /// The most bytes that a sample takes with its removal: as the only one of its lane, in a table
    /// that has just grown, and as one of two arrays and a set that have.
    static var sampleBytesMax: Int {
        let row = 4 * (MemoryLayout<Int>.stride + MemoryLayout<LaneEntries>.stride)
        let entries = 2 * 3 * MemoryLayout<ManualEntry>.stride
        return 2 * row + entries + 4 * MemoryLayout<FleetInstant>.stride + 3 * 48
    }
}

extension Fleet {
    /// The entries by hand of a lane, removals among them, by ascending instants; those that have
    /// been acknowledged and come later than the present among them. At once.
    package func manualEntries(of lane: Int) -> [ManualEntry] { book.entries[lane] }
}
