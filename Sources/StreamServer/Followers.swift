/// A subscription that takes a channel's lines: a connection and its slot.
struct Follower: Hashable {
    var token: UInt64
    var slot: Int
}

/// Who follows a channel, in no order: thousands may come and go at once, each in O(1).
struct Followers {
    private(set) var all: [Follower] = []
    private var places: [Follower: Int] = [:]

    var isEmpty: Bool { all.isEmpty }

    /// Traps if it follows already.
    mutating func insert(_ follower: Follower) {
        precondition(places[follower] == nil, "\(follower) joins a channel that it follows")
        places[follower] = all.count
        all.append(follower)
    }

    /// Does nothing if it does not follow. The last one takes its place.
    mutating func remove(_ follower: Follower) {
        guard let place = places.removeValue(forKey: follower), let last = all.popLast(),
            last != follower
        else { return }
        all[place] = last
        places[last] = place
    }
}
