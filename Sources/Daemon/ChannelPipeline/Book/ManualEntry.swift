import Vocabulary

/// A sample by hand, or its removal.
package struct ManualEntry: Hashable, Sendable {
    package let lane: LaneID
    /// Its place in the order, at the rank ``StreamPosition/Rank/manual``.
    package let instant: FleetInstant
    package let metric: DayMetric
    /// In the metric's fixed decimals; a removal repeats value, start and end of its sample.
    package let value: Int64
    package let start: FleetInstant
    package let end: FleetInstant
    /// The instant of the sample that a removal removes; nil for a sample.
    package let removes: FleetInstant?
    /// Who gave the command; see ``SessionCommand``.
    let user: UInt32?

    /// - Parameter command: the command that adds the sample.
    init(_ sample: ManualSample, _ command: SessionCommand) {
        lane = command.session.flownLane
        instant = command.instant
        metric = sample.metric
        value = sample.value
        start = sample.start
        end = sample.end
        removes = nil
        user = command.user
    }

    /// - Parameter command: the command that removes the entry.
    init(removing entry: ManualEntry, _ command: SessionCommand) {
        lane = entry.lane
        instant = command.instant
        metric = entry.metric
        value = entry.value
        start = entry.start
        end = entry.end
        removes = entry.instant
        user = command.user
    }
}

/// All entries by hand of a fleet, by lane, in the order of their instants. Entries are only
/// appended; a removed sample is forgotten together with its removal.
struct ManualEntries: Sendable {
    private struct LaneEntries: Sendable {
        var entries: [ManualEntry] = []
        /// The instants of the entries that have been removed.
        var removed: Set<FleetInstant> = []
        /// How many samples of each user have not been removed.
        var users: [UInt32: Int] = [:]

        /// A removed sample and its removal, two entries, do not count.
        var count: Int { entries.count - 2 * removed.count }
    }

    private var lanes: [LaneID: LaneEntries] = [:]
    /// How many samples have not been removed.
    private(set) var count = 0
    /// How many samples have been removed and are not forgotten.
    private(set) var removedCount = 0

    subscript(lane: LaneID) -> [ManualEntry] { lanes[lane]?.entries ?? [] }

    /// The lanes with entries, in no order.
    var allLanes: some Sequence<LaneID> { lanes.keys }

    /// How many samples of a lane have not been removed.
    func count(of lane: LaneID) -> Int { lanes[lane]?.count ?? 0 }

    /// How many of a lane's samples, without removed ones, a user has added.
    func count(of lane: LaneID, by user: UInt32) -> Int { lanes[lane]?.users[user] ?? 0 }

    /// How many users have added some of a lane's samples, without removed ones.
    func userCount(of lane: LaneID) -> Int { lanes[lane]?.users.count ?? 0 }

    /// The instant of a lane's last entry.
    func last(of lane: LaneID) -> FleetInstant? { lanes[lane]?.entries.last?.instant }

    /// The lane's entry at an instant. O(log entries of the lane).
    func entry(of lane: LaneID, at instant: FleetInstant) -> ManualEntry? {
        let next = next(of: lane, after: instant - FleetDuration(ticks: 1))
        return next?.instant == instant ? next : nil
    }

    /// Whether the lane's entry at an instant has been removed.
    func isRemoved(_ instant: FleetInstant, of lane: LaneID) -> Bool {
        lanes[lane]?.removed.contains(instant) ?? false
    }

    /// The lane's first entry after an instant. O(log entries of the lane).
    func next(of lane: LaneID, after instant: FleetInstant) -> ManualEntry? {
        entries(of: lane, after: instant).first
    }

    /// The lane's entries of some metrics from an instant up to and including a point.
    func count(
        of lane: LaneID, _ metrics: DayMetricSet, since first: FleetInstant,
        through position: StreamPosition
    ) -> Int {
        entries(of: lane, after: first - FleetDuration(ticks: 1))
            .prefix { StreamPosition($0.instant, lane: lane, .manual) <= position }
            .count { metrics.contains($0.metric) }
    }

    private func entries(of lane: LaneID, after instant: FleetInstant) -> ArraySlice<ManualEntry> {
        // Most lanes of most fleets have no entries.
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
        if let removed = entry.removes {
            if let user = self.entry(of: entry.lane, at: removed)?.user {
                let left = count(of: entry.lane, by: user) - 1
                lanes[entry.lane]?.users[user] = left > 0 ? left : nil
            }
            lanes[entry.lane]?.removed.insert(removed)
            (count, removedCount) = (count - 1, removedCount + 1)
        } else {
            if let user = entry.user {
                lanes[entry.lane, default: LaneEntries()].users[user, default: 0] += 1
            }
            count += 1
        }
        lanes[entry.lane, default: LaneEntries()].entries.append(entry)
    }

    /// Calls `body` with each sample that was removed before an instant, and its removal.
    /// O(entries).
    func forEachRemoved(
        before instant: FleetInstant, _ body: (_ added: EntryName, _ removal: ManualEntry) -> Void
    ) {
        for (lane, known) in lanes where !known.removed.isEmpty {
            for entry in known.entries {
                guard entry.instant < instant, let removed = entry.removes else { continue }
                body(EntryName(lane: lane, instant: removed), entry)
            }
        }
    }

    /// Calls `body` with every entry that counts in the share of a user. O(entries).
    func forEachShared(_ body: (UserStock.Kind, UInt32, FleetInstant) -> Void) {
        for known in lanes.values {
            for entry in known.entries {
                guard let user = entry.user else { continue }
                if entry.removes != nil {
                    body(.removal, user, entry.instant)
                } else if !known.removed.contains(entry.instant) {
                    body(.entry, user, entry.instant)
                }
            }
        }
    }

    /// Forgets samples that were removed, and their removals. O(entries of their lanes).
    mutating func forget(_ forgotten: Set<EntryName>) {
        for lane in Set(forgotten.map(\.lane)) {
            guard var known = lanes[lane] else { continue }
            let before = known.removed.count
            known.entries.removeAll {
                forgotten.contains(EntryName(lane: lane, instant: $0.instant))
            }
            known.removed = known.removed.filter {
                !forgotten.contains(EntryName(lane: lane, instant: $0))
            }
            removedCount -= before - known.removed.count
            lanes[lane] = known.entries.isEmpty ? nil : known
        }
    }

    /// The most bytes that a sample takes with its removal: the only one of its lane, while the
    /// table, the two arrays and the set that hold the two have just grown.
    static var sampleBytesMax: Int {
        let row = 4 * (MemoryLayout<LaneID>.stride + MemoryLayout<LaneEntries>.stride)
        let entries = 2 * 3 * MemoryLayout<ManualEntry>.stride
        return 2 * row + entries + 4 * MemoryLayout<FleetInstant>.stride + 3 * 48
    }
}

extension Fleet {
    /// The entries by hand of a lane, removals included, by ascending instants; acknowledged
    /// entries that lie behind the present are among them. O(1).
    package func manualEntries(of lane: LaneID) -> [ManualEntry] { commands.entries[lane] }

    /// How many samples by hand were removed and are not forgotten.
    package var removedEntryCount: Int { commands.entries.removedCount }
}
