/// The feeds by number; a number is used again.
struct FeedTable {
    private var rows: [FleetFeed?] = []
    private var free: [Int] = []
    private weak var newestOpening: FleetFeed.Opening?

    var count: Int { rows.count - free.count }

    /// The numbers of all, ascending. O(feeds).
    var numbers: [Int] { rows.indices.filter { rows[$0] != nil } }

    /// Traps unless there is a feed of that number.
    subscript(number: Int) -> FleetFeed {
        get {
            guard let feed = rows[number] else {
                preconditionFailure("feed \(number) is asked for after its end")
            }
            return feed
        }
        set { rows[number] = newValue }
    }

    /// An equal opening that others wait with, if the newest is one: thousands who come at once
    /// share its memory.
    mutating func shared(_ opening: FleetFeed.Opening) -> FleetFeed.Opening {
        if let newestOpening, newestOpening == opening { return newestOpening }
        newestOpening = opening
        return opening
    }

    /// Returns its number.
    mutating func insert(_ feed: FleetFeed) -> Int {
        guard let number = free.popLast() else {
            rows.append(feed)
            return rows.count - 1
        }
        rows[number] = feed
        return number
    }

    /// Traps unless there is a feed of that number.
    mutating func remove(_ number: Int) -> FleetFeed {
        let feed = self[number]
        rows[number] = nil
        free.append(number)
        return feed
    }
}
