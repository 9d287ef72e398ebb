import Vocabulary

/// Which books have something to say in a tick.
extension FleetRun {
    /// The places whose books have something to say at an instant, by ascending lane.
    mutating func wakeBooks(at instant: FleetInstant) {
        booksDue.removeAll(keepingCapacity: true)
        while let (place, _) = bookWakes.removeFirst(upTo: instant) {
            booksDue.append(place)
        }
        booksDue.sort { flights[$0].lane < flights[$1].lane }
    }

    /// Both rows of places merged by ascending lane, each place once; at most `limit` places.
    func merged(
        _ places: ArraySlice<PlaceID>, _ others: ArraySlice<PlaceID>, atMost limit: Int
    ) -> ArraySlice<PlaceID> {
        var (places, others) = (places, others)
        var merged: [PlaceID] = []
        while merged.count < limit, let next = places.first ?? others.first {
            let first = places.first ?? next
            let other = others.first ?? next
            let lanes = (flights[first].lane, flights[other].lane)
            let isOther = places.isEmpty || !others.isEmpty && lanes.1 < lanes.0
            merged.append(isOther ? other : first)
            if isOther || first == other { others = others.dropFirst() }
            if !isOther { places = places.dropFirst() }
        }
        return merged[...]
    }

    /// The books that are due in the tick being taken, of lanes above `lane`. O(log books).
    func booksDue(after lane: LaneID?) -> ArraySlice<PlaceID> {
        guard let lane else { return booksDue[...] }
        // All books of a fleet end on one tick.
        var (low, high) = (0, booksDue.count)
        while low < high {
            let middle = (low + high) / 2
            if flights[booksDue[middle]].lane <= lane {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return booksDue[low...]
    }
}
