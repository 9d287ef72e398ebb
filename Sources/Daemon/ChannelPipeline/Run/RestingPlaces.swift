import Vocabulary

/// The places whose lanes have nothing to say before a later instant, with those instants.
///
/// A binary heap. A wake of the heap whose place has been removed meanwhile stays until it comes
/// to the top, or until such wakes are more than the others.
struct RestingPlaces: Sendable {
    private struct Wake: Sendable {
        let instant: FleetInstant
        let place: PlaceID
    }

    /// No wake lies before its parent, at half of its index.
    private var heap: [Wake] = []
    /// When each place wakes, perhaps ``never``; ``awake`` for a place that does not rest.
    private var instants: [FleetInstant] = []
    /// How many places rest.
    private(set) var count = 0
    /// How many wakes the heap has, stale ones among them.
    var wakeCount: Int { heap.count }

    private static let awake = FleetInstant(ticks: .min)
    private static let never = FleetInstant(ticks: .max)

    /// The most bytes that a place takes: an instant, and two wakes, with room to grow.
    static let placeBytes =
        2 * MemoryLayout<FleetInstant>.stride + 2 * 2 * MemoryLayout<Wake>.stride

    func contains(_ place: PlaceID) -> Bool {
        place.row < instants.count && instants[place.row] != Self.awake
    }

    /// When the first place wakes; nil if none ever does.
    var next: FleetInstant? {
        // A wake at the top whose place has been removed: too early does no harm.
        heap.first?.instant
    }

    /// Lets a place rest, or notes another instant for it; nil is never. O(log places).
    mutating func insert(_ place: PlaceID, until instant: FleetInstant?) {
        while instants.count <= place.row { instants.append(Self.awake) }
        if instants[place.row] == Self.awake { count += 1 }
        guard instants[place.row] != instant else { return }
        instants[place.row] = instant ?? Self.never
        if let instant { push(Wake(instant: instant, place: place)) }
        if heap.count > 2 * count + 64 { rebuild() }
    }

    /// Removes a place; returns whether it was there.
    @discardableResult
    mutating func remove(_ place: PlaceID) -> Bool {
        guard contains(place) else { return false }
        instants[place.row] = Self.awake
        count -= 1
        return true
    }

    /// Removes the place that wakes first, if it does so up to an instant. O(log places).
    mutating func removeFirst(
        upTo instant: FleetInstant
    ) -> (place: PlaceID, instant: FleetInstant)? {
        while let first = heap.first, first.instant <= instant {
            pop()
            guard isValid(first) else { continue }
            _ = remove(first.place)
            return (first.place, first.instant)
        }
        return nil
    }

    private func isValid(_ wake: Wake) -> Bool { instants[wake.place] == wake.instant }

    private mutating func push(_ wake: Wake) {
        heap.append(wake)
        var index = heap.count - 1
        while index > 0, heap[(index - 1) / 2].instant > heap[index].instant {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func pop() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        sink(0)
    }

    private mutating func sink(_ start: Int) {
        var index = start
        while true {
            var child = 2 * index + 1
            if child + 1 < heap.count, heap[child + 1].instant < heap[child].instant { child += 1 }
            guard child < heap.count, heap[child].instant < heap[index].instant else { return }
            heap.swapAt(index, child)
            index = child
        }
    }

    /// Makes the heap anew, with one wake for each place that wakes: one that was removed and came
    /// back with the same instant has two.
    private mutating func rebuild() {
        heap.removeAll(keepingCapacity: true)
        for (row, instant) in instants.enumerated()
        where instant != Self.awake && instant != Self.never {
            heap.append(Wake(instant: instant, place: PlaceID(row: row)))
        }
        for index in (0..<heap.count / 2).reversed() { sink(index) }
    }
}
