/// The feeds by number; a number is used again.
struct FeedTable {
    private var rows: [FleetFeed?] = []
    private var free: [Int] = []

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
