import Vocabulary

/// The places of a run by lane, and which of them can have something due at an instant.
///
/// Simulated lanes are due once a sample period, always at the same tick of it (their slot), so
/// they lie in one row a slot; recordings keep their own time and are looked at every tick. Lanes
/// and places are kept in 32 bits: a fleet has a hundred thousand of them.
struct PlaceOrder: Sendable {
    /// Every place, by ascending lane.
    private(set) var all: [Int32] = []
    /// The places of recordings, by ascending lane; recordings come before simulated lanes.
    private(set) var recorded: [Int32] = []
    private var slots: [[Int32]]
    /// By place; of a place that is not here, what was there before.
    private var lanes: [Int32] = []

    init(period: FleetDuration = .seconds(1)) {
        slots = Array(repeating: [], count: Int(period.ticks))
    }

    /// The simulated lanes' places whose slot `instant` is, by ascending lane.
    func due(at instant: FleetInstant) -> [Int32] { slots[slot(of: instant)] }

    /// O(log lanes).
    func place(of lane: Int) -> Int? {
        let index = index(of: lane, in: all)
        guard index < all.count, lanes[Int(all[index])] == lane else { return nil }
        return Int(all[index])
    }

    /// Takes room for so many places in one piece.
    mutating func reserve(places: Int) {
        all.reserveCapacity(places)
        lanes.reserveCapacity(places)
    }

    /// O(lanes), a move of a few bytes each; at once for a lane above all others.
    mutating func insert(_ place: Int, lane: Int, start: FleetInstant, isRecorded: Bool) {
        while lanes.count <= place { lanes.append(0) }
        lanes[place] = Int32(lane)
        insert(place, lane, into: &all)
        if isRecorded {
            insert(place, lane, into: &recorded)
        } else {
            insert(place, lane, into: &slots[slot(of: start)])
        }
    }

    mutating func remove(_ place: Int, lane: Int, start: FleetInstant) {
        all.remove(at: index(of: lane, in: all))
        if let index = recorded.firstIndex(of: Int32(place)) {
            recorded.remove(at: index)
            return
        }
        let slot = slot(of: start)
        slots[slot].remove(at: index(of: lane, in: slots[slot]))
    }

    private func insert(_ place: Int, _ lane: Int, into places: inout [Int32]) {
        places.insert(Int32(place), at: index(of: lane, in: places))
    }

    private func slot(of instant: FleetInstant) -> Int {
        Int(instant.ticks.remainderRoundingDown(by: Int64(slots.count)))
    }

    /// The first index whose lane is not below `lane`.
    private func index(of lane: Int, in places: [Int32]) -> Int {
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if lanes[Int(places[middle])] < lane { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
