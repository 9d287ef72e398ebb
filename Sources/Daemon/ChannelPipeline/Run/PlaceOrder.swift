import Vocabulary

/// The places of a run by lane, and which of them can have something due at an instant.
///
/// Simulated lanes are due once a sample period, always at the same tick of it (their slot), so
/// they lie in one row a slot; recordings keep their own time and are looked at every tick. A lane
/// that *rests* lies in no row until it wakes, so that it costs nothing in a tick.
struct PlaceOrder: Sendable {
    /// Every place but ``newest``, by ascending lane.
    private var sorted: [PlaceID] = []
    /// Places that were inserted lately, by ascending lane, ``newestAtMost`` at most. Lanes of a
    /// large fleet arrive slot by slot: inserting each among all others would move half of them.
    private var newest: [PlaceID] = []
    /// The places of recordings, by ascending lane; recordings come before simulated lanes.
    private(set) var recorded: [PlaceID] = []
    /// The places that are awake, by slot.
    private var slots: [[PlaceID]]
    /// How many places each slot has, those that rest among them.
    private var slotCounts: [Int]
    private var resting = RestingPlaces()
    /// The lane of each place; stale for places that were removed.
    private var lanes: [LaneID] = []

    init(period: FleetDuration = .seconds(1)) {
        slots = Array(repeating: [], count: Int(period.ticks))
        slotCounts = Array(repeating: 0, count: Int(period.ticks))
    }

    /// The number of places.
    var count: Int { sorted.count + newest.count }

    /// Every place, by ascending lane. O(places) after an insertion.
    var all: [PlaceID] {
        mutating get {
            mergeNewest()
            return sorted
        }
    }

    /// Whether any place satisfies `isWanted`; called in no particular order.
    func contains(where isWanted: (PlaceID) -> Bool) -> Bool {
        sorted.contains(where: isWanted) || newest.contains(where: isWanted)
    }

    /// Every place of a lane above `lane`. O(places) after an insertion, else O(log places).
    mutating func all(after lane: LaneID?) -> ArraySlice<PlaceID> { suffix(of: all, after: lane) }

    /// The places of recordings above `lane`.
    func recorded(after lane: LaneID?) -> ArraySlice<PlaceID> { suffix(of: recorded, after: lane) }

    /// The places of simulated lanes whose slot `instant` is, by ascending lane, above `lane`.
    func due(at instant: FleetInstant, after lane: LaneID?) -> ArraySlice<PlaceID> {
        suffix(of: slots[slot(of: instant)], after: lane)
    }

    /// The first tick after an instant at which a place that is awake can be due; nil if none is
    /// awake. O(sample period).
    func nextDue(after instant: FleetInstant) -> FleetInstant? {
        var next = instant
        for _ in slots.indices {
            next = next + FleetDuration(ticks: 1)
            if !recorded.isEmpty || !slots[slot(of: next)].isEmpty { return next }
        }
        return nil
    }

    private func suffix(of places: [PlaceID], after lane: LaneID?) -> ArraySlice<PlaceID> {
        guard let lane else { return places[...] }
        return places[index(of: lane.next, in: places)...]
    }

    /// The first places that are awake, by ascending lane, above `lane`. O(places).
    mutating func awake(after lane: LaneID?, atMost limit: Int) -> ArraySlice<PlaceID> {
        let places = all(after: lane)
        guard resting.count > 0 else { return places.prefix(limit) }
        var awake: [PlaceID] = []
        for place in places where !resting.contains(place) {
            awake.append(place)
            guard awake.count < limit else { break }
        }
        return awake[...]
    }

    /// Whether all lanes are due only at multiples of `span`, once they are awake. O(sample
    /// period).
    func keepsTo(_ span: FleetDuration) -> Bool {
        let step = Int(span.ticks)
        let recurs = slots.count % step == 0
        return recorded.isEmpty
            && slots.indices.allSatisfy { slotCounts[$0] == 0 || recurs && $0 % step == 0 }
    }

    /// O(log lanes).
    func place(of lane: LaneID) -> PlaceID? {
        place(of: lane, in: sorted) ?? place(of: lane, in: newest)
    }

    private func place(of lane: LaneID, in places: [PlaceID]) -> PlaceID? {
        let index = index(of: lane, in: places)
        guard index < places.count, lanes[places[index]] == lane else { return nil }
        return places[index]
    }

    /// Reserves memory for `places` places.
    mutating func reserve(places: Int) {
        sorted.reserveCapacity(places)
        lanes.reserveCapacity(places)
    }

    /// Amortised O(lanes / ``newestAtMost``); at once for a lane above all others.
    mutating func insert(_ place: PlaceID, lane: LaneID, start: FleetInstant, isRecorded: Bool) {
        while lanes.count <= place.row { lanes.append(lane) }
        lanes[place.row] = lane
        insert(place, lane)
        if isRecorded {
            insert(place, lane, into: &recorded)
        } else {
            slotCounts[slot(of: start)] += 1
            insert(place, lane, into: &slots[slot(of: start)])
        }
    }

    mutating func remove(_ place: PlaceID, lane: LaneID, start: FleetInstant) {
        mergeNewest()
        sorted.remove(at: index(of: lane, in: sorted))
        if let index = recorded.firstIndex(of: place) {
            recorded.remove(at: index)
            return
        }
        slotCounts[slot(of: start)] -= 1
        if !resting.remove(place) { removeFromSlot(place, lane, slot(of: start)) }
    }

    /// How many places are awake.
    var awakeCount: Int { count - resting.count }

    /// When the first of the places that rest wakes; nil if none ever does.
    var nextWake: FleetInstant? { resting.next }

    /// Lets a place that is awake rest; notes another instant for a place that rests.
    ///
    /// - Parameters:
    ///   - start: an instant at which the lane's slot lies.
    ///   - instant: when it wakes; nil for never.
    mutating func rest(
        _ place: PlaceID, lane: LaneID, start: FleetInstant, until instant: FleetInstant?
    ) {
        if !resting.contains(place) { removeFromSlot(place, lane, slot(of: start)) }
        resting.insert(place, until: instant)
    }

    /// Wakes a place, if it rests.
    mutating func wake(_ place: PlaceID, lane: LaneID, start: FleetInstant) {
        guard resting.remove(place) else { return }
        insert(place, lane, into: &slots[slot(of: start)])
    }

    /// Wakes the places whose instant has come. O(places that wake).
    mutating func wake(upTo instant: FleetInstant) {
        while let (place, wake) = resting.removeFirst(upTo: instant) {
            insert(place, lanes[place.row], into: &slots[slot(of: wake)])
        }
    }

    private mutating func removeFromSlot(_ place: PlaceID, _ lane: LaneID, _ slot: Int) {
        slots[slot].remove(at: index(of: lane, in: slots[slot]))
    }

    private mutating func insert(_ place: PlaceID, _ lane: LaneID) {
        let isLast = sorted.last.map { lanes[$0] < lane } ?? true
        if newest.isEmpty, isLast {
            sorted.append(place)
        } else {
            insert(place, lane, into: &newest)
            if newest.count > Self.newestAtMost { mergeNewest() }
        }
    }

    /// Inserting into a list of this length takes some hundred nanoseconds.
    private static var newestAtMost: Int { 512 }

    /// Merges ``newest`` into ``sorted`` in place, from the highest lane down. O(places).
    private mutating func mergeNewest() {
        guard !newest.isEmpty else { return }
        var (old, target) = (sorted.count - 1, count - 1)
        sorted += newest
        while let place = newest.last {
            if old >= 0, lanes[sorted[old]] > lanes[place.row] {
                sorted[target] = sorted[old]
                old -= 1
            } else {
                sorted[target] = place
                newest.removeLast()
            }
            target -= 1
        }
    }

    private func insert(_ place: PlaceID, _ lane: LaneID, into places: inout [PlaceID]) {
        places.insert(place, at: index(of: lane, in: places))
    }

    private func slot(of instant: FleetInstant) -> Int {
        instant.slot(of: FleetDuration(ticks: Int64(slots.count)))
    }

    /// The first index whose lane is not below `lane`.
    private func index(of lane: LaneID, in places: [PlaceID]) -> Int {
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if lanes[places[middle]] < lane { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension FleetInstant {
    /// The tick of a sample period at which a lane is due that begins at this instant.
    func slot(of period: FleetDuration) -> Int {
        Int(ticks.remainderRoundingDown(by: period.ticks))
    }
}
