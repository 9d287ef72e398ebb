import Vocabulary

/// The entries of one lane from an instant on, by the time that they are about: simulated entries,
/// and entries by hand.
struct EntryWalk: Sendable {
    private let lane: LaneID
    private let range: Range<FleetInstant>
    /// Entries before this do not count.
    private let counting: FleetInstant
    private let present: FleetInstant
    /// The next day to read; nil once no further day can have entries of the range.
    private var lap: Int?
    /// Entries of days before ``lap`` that no row has taken yet, ascending.
    private var waiting: ArraySlice<QueryEntry> = []
    /// Entries by hand that have not been removed, ascending.
    private var manual: ArraySlice<QueryEntry> = []

    /// The heart rate read last, whatever its interval; its time decides for how long the next
    /// one stands.
    private var lastReading: FleetInstant

    /// How many samples take as long as the simulated entries of a day, and as one metric of those
    /// that come every five minutes.
    private static let stepsOfDay = 100
    private static let stepsOfFrequent = 200
    /// How long a reading of heart rate stands for at most.
    private static let longestReading = FleetDuration.seconds(300)
    /// How long after its time an entry becomes known at most.
    private static let lateness = FleetDuration.seconds(86_400)

    init(of lane: LaneID, in fleet: Fleet, _ query: Query, from start: FleetInstant) {
        self.lane = lane
        counting = start
        lastReading = start - Self.longestReading
        // The reading before the first one that counts is up to an interval away.
        let first = query.columns.dayMetrics.contains(.heartRate) ? lastReading : start
        range = first..<max(start, query.intervals.end)
        present = query.instant
        guard query.columns.hasEntries else { return }
        lap = fleet.fliesOnce(lane) ? nil : fleet.dayCalendar.lap(at: first)
        manual = Self.manual(of: lane, in: fleet, query.columns, range)
    }

    /// The entries by hand, acknowledged and not removed. O(entries by hand of the lane).
    private static func manual(
        of lane: LaneID, in fleet: Fleet, _ columns: QueryColumns, _ range: Range<FleetInstant>
    ) -> ArraySlice<QueryEntry> {
        // An acknowledged entry may lie some ticks behind the present, and counts all the same.
        let known = fleet.manualEntries(of: lane)
        let removed = Set(known.compactMap(\.removes))
        let entries = known.compactMap { entry -> QueryEntry? in
            guard entry.removes == nil, !removed.contains(entry.instant),
                let column = columns.column(of: entry.metric)
            else { return nil }
            return QueryEntry(entry, column)
        }
        return entries.filter { range.contains($0.counted) }.sorted()[...]
    }

    /// Adds the entries before `end` to a row, and notes in it whether others are still to become
    /// known.
    ///
    /// - Parameter steps: about how many samples' time it may take.
    /// - Returns: about how many samples' time it took; fewer than `steps` if it is at `end`.
    mutating func advance(
        to end: FleetInstant, of fleet: Fleet, _ columns: QueryColumns, into row: inout QueryRow,
        atMost steps: Int
    ) -> Int {
        var taken = 0
        let latest = min(end, present + FleetDuration(ticks: 1)) + Self.lateness
        while taken < steps, let lap {
            let day = fleet.dayCalendar.day(lap)
            if let day, day.lowerBound >= latest { break }
            read(lap, of: fleet, columns)
            self.lap = lap + 1
            let frequent = columns.dayMetrics.intersection(DayMetric.frequent)
            taken += Self.stepsOfDay + Self.stepsOfFrequent * frequent.members.count
        }
        guard taken < steps else { return taken }
        while let entry = nextEntry(before: end) {
            if entry.isManual || entry.known <= present {
                add(entry, to: &row)
            } else if entry.counted >= counting {
                row.isOpen = true
            }
        }
        return taken
    }

    /// Takes the next entry by the time that it is about, simulated or by hand.
    private mutating func nextEntry(before end: FleetInstant) -> QueryEntry? {
        let simulated = waiting.first.flatMap { $0.counted < end ? $0 : nil }
        let byHand = manual.first.flatMap { $0.counted < end ? $0 : nil }
        guard let first = simulated ?? byHand else { return nil }
        guard let byHand, byHand.counted < first.counted || simulated == nil else {
            return waiting.removeFirst()
        }
        return manual.removeFirst()
    }

    /// A reading of heart rate stands for the time since the one before it, at most for five
    /// minutes; of two of one instant the second stands for a tick.
    private mutating func add(_ entry: QueryEntry, to row: inout QueryRow) {
        var ticks: Int64 = 1
        if entry.isHeartRate {
            ticks = max(1, min(Self.longestReading, entry.counted - lastReading).ticks)
            lastReading = entry.counted
        }
        if entry.counted >= counting { entry.add(to: &row, ticks: ticks) }
    }

    private mutating func read(_ lap: Int, of fleet: Fleet, _ columns: QueryColumns) {
        let before = waiting.count
        for entry in fleet.entries(of: lane, on: lap, columns.dayMetrics) {
            guard let column = columns.column(of: entry.metric) else { continue }
            let entry = QueryEntry(entry, column)
            if range.contains(entry.counted) { waiting.append(entry) }
        }
        if waiting.count > before { waiting = waiting.sorted()[...] }
    }
}

/// An entry as a query counts it.
struct QueryEntry: Comparable, Sendable {
    /// The instant that decides its interval: a span's last tick, or that of a reading.
    let counted: FleetInstant
    let known: FleetInstant
    private let value: Int64
    private let column: Int32
    private let rank: StreamPosition.Rank
    let isHeartRate: Bool

    var isManual: Bool { rank == .manual }

    init(_ entry: SimulatedEntry, _ column: Int) {
        counted = entry.counted
        known = entry.instant
        value = entry.value
        self.column = Int32(column)
        rank = .entry
        isHeartRate = entry.metric == .heartRate
    }

    init(_ entry: ManualEntry, _ column: Int) {
        counted = Self.counted(entry.start, entry.end)
        known = entry.instant
        value = entry.value
        self.column = Int32(column)
        rank = .manual
        isHeartRate = entry.metric == .heartRate
    }

    static func counted(_ start: FleetInstant, _ end: FleetInstant) -> FleetInstant {
        start == end ? start : end - FleetDuration(ticks: 1)
    }

    static func < (left: Self, right: Self) -> Bool {
        (left.counted, left.known) < (right.counted, right.known)
    }

    func add(to row: inout QueryRow, ticks: Int64) {
        row.add(value, to: Int(column), ticks: ticks, at: QueryTime(counted, rank))
    }
}
