import Vocabulary

/// What a waiting line stands for besides itself: those that it has replaced, and what they had.
struct ReplacedLines: Equatable {
    var count: Int
    var first: StreamPosition
}

/// Which waiting lines a newer one may replace: one of each subscription, session and kind.
///
/// A waiting line is named by its ordinal, which counts all that have ever waited before it.
struct NewestLines {
    private struct Place {
        var ordinal: Int
        /// How many lines it stands for; the position of the first says nothing if there are none.
        let replaced: Int
        let first: StreamPosition
    }

    private var places: [UInt64: Place] = [:]

    var isEmpty: Bool { places.isEmpty }

    /// Bytes on the heap, from above: a key and a place, of which a quarter lies idle.
    var heldBytes: Int { places.capacity * Self.placeBytes }

    /// What ``heldBytes`` comes to at most with one more line.
    var heldBytesWithOneMore: Int {
        heldBytes * (places.count < places.capacity ? 1 : 2)
    }

    private static var placeBytes: Int {
        (MemoryLayout<UInt64>.stride + MemoryLayout<Place>.stride) * 4 / 3 + 1
    }

    /// Notes a line that waits from now on, which must be replaceable.
    mutating func insert(_ line: Outbox.Line, ordinal: Int, replaced: ReplacedLines?) {
        guard let key = Self.key(of: line) else {
            preconditionFailure("\(line) waits to be replaced")
        }
        places[key] = Place(
            ordinal: ordinal, replaced: replaced?.count ?? 0,
            first: replaced?.first ?? line.position)
    }

    /// Forgets the line that `line` replaces, and returns which it is and what it stands for.
    mutating func take(
        replacedBy line: Outbox.Line
    ) -> (ordinal: Int, replaced: ReplacedLines?)? {
        guard let key = Self.key(of: line), let place = places.removeValue(forKey: key) else {
            return nil
        }
        return (place.ordinal, Self.replaced(place))
    }

    /// Forgets a line that leaves, and returns what it stands for.
    mutating func remove(_ line: Outbox.Line, ordinal: Int) -> ReplacedLines? {
        guard let key = Self.key(of: line), let place = places[key],
            place.ordinal == ordinal
        else { return nil }
        places[key] = nil
        if isEmpty { places = [:] }
        return Self.replaced(place)
    }

    /// Forgets the lines of a slot, and returns how many lines they stand for besides themselves.
    mutating func removeAll(slot: Int) -> Int {
        let own = places.filter { Int($0.key >> 48) == slot }
        for key in own.keys { places[key] = nil }
        if isEmpty { places = [:] }
        return own.values.reduce(0) { $0 + $1.replaced }
    }

    /// Gives a line another ordinal.
    mutating func move(_ line: Outbox.Line, from old: Int, to new: Int) {
        guard let key = Self.key(of: line), places[key]?.ordinal == old else { return }
        places[key]?.ordinal = new
    }

    private static func replaced(_ place: Place) -> ReplacedLines? {
        place.replaced > 0 ? ReplacedLines(count: place.replaced, first: place.first) : nil
    }

    /// Slot, lap, lane and rank, from the left; nil for a line that is never replaced.
    private static func key(of line: Outbox.Line) -> UInt64? {
        guard let slot = line.slot, line.isReplaceable else { return nil }
        return UInt64(slot) << 48 | UInt64(line.lap) << 32 | line.position.bits & 0xFF_FFFF
    }
}
