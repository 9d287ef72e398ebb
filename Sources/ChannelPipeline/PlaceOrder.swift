import Vocabulary

/// The places of a run by lane, and which of them can have something due at an instant.
///
/// Simulated lanes are due once a sample period, always at the same tick of it (their slot), so
/// they lie in one row a slot; recordings keep their own time and are looked at every tick.
struct PlaceOrder: Sendable {
    /// Every place, by ascending lane.
    private(set) var all: [Int] = []
    /// The places of recordings, by ascending lane; recordings come before simulated lanes.
    private(set) var recorded: [Int] = []

    private struct Row: Sendable {
        var lane: Int
        var place: Int
    }

    private var lanes: [Row] = []
    private var slots: [[Row]]
    private var slotPlaces: [[Int]]

    init(period: FleetDuration = .seconds(1)) {
        slots = Array(repeating: [], count: Int(period.ticks))
        slotPlaces = Array(repeating: [], count: Int(period.ticks))
    }

    /// The simulated lanes' places whose slot `instant` is, by ascending lane.
    func due(at instant: FleetInstant) -> [Int] { slotPlaces[slot(of: instant)] }

    /// O(log lanes).
    func place(of lane: Int) -> Int? {
        let index = Self.index(of: lane, in: lanes)
        guard index < lanes.count, lanes[index].lane == lane else { return nil }
        return lanes[index].place
    }

    /// O(lanes), a move of a few bytes each.
    mutating func insert(_ place: Int, lane: Int, start: FleetInstant, isRecorded: Bool) {
        let row = Row(lane: lane, place: place)
        let position = Self.index(of: lane, in: lanes)
        lanes.insert(row, at: position)
        all.insert(place, at: position)
        guard !isRecorded else {
            recorded.insert(place, at: recorded.count { self.lane(at: $0) < lane })
            return
        }
        let slot = slot(of: start)
        let index = Self.index(of: lane, in: slots[slot])
        slots[slot].insert(row, at: index)
        slotPlaces[slot].insert(place, at: index)
    }

    mutating func remove(_ place: Int, lane: Int, start: FleetInstant) {
        let position = Self.index(of: lane, in: lanes)
        lanes.remove(at: position)
        all.remove(at: position)
        if let index = recorded.firstIndex(of: place) {
            recorded.remove(at: index)
            return
        }
        let slot = slot(of: start)
        let index = Self.index(of: lane, in: slots[slot])
        slots[slot].remove(at: index)
        slotPlaces[slot].remove(at: index)
    }

    private func lane(at place: Int) -> Int {
        lanes.first { $0.place == place }?.lane ?? Int.max
    }

    private func slot(of instant: FleetInstant) -> Int {
        Int(instant.ticks.remainderRoundingDown(by: Int64(slots.count)))
    }

    /// The first index whose lane is not below `lane`.
    private static func index(of lane: Int, in rows: [Row]) -> Int {
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].lane < lane { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
