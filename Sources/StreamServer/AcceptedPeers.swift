/// The connections in the order in which they were accepted, of which each has a number of its own.
///
/// Connections that have gone stay in the list until many have, and are skipped: at most
/// ``goneAtMost`` of them.
struct AcceptedPeers {
    private var rows: [(number: Int64, token: ConnectionTable.Token)] = []
    private var gone = 0

    private static var goneAtMost: Int { 1024 }

    /// Traps unless the number is above all others.
    mutating func append(_ number: Int64, _ token: ConnectionTable.Token) {
        precondition(number > rows.last?.number ?? 0, "connection \(number) below another")
        rows.append((number, token))
    }

    /// Notes that one has gone. O(connections / ``goneAtMost``), amortised.
    ///
    /// - Parameter isThere: whether a connection has not gone.
    mutating func noteGone(_ isThere: (ConnectionTable.Token) -> Bool) {
        gone += 1
        guard gone > min(Self.goneAtMost, rows.count / 2) else { return }
        rows.removeAll { !isThere($0.token) }
        gone = 0
    }

    /// The connections from a number on, ascending, until `body` wants no more.
    ///
    /// O(log connections) for the first one.
    ///
    /// - Parameter body: gets those that have gone too; returns whether to go on.
    func forEach(from number: Int64, _ body: (ConnectionTable.Token) -> Bool) {
        for row in rows[place(of: number)...] {
            guard body(row.token) else { return }
        }
    }

    /// Where the first is that has this number or a higher one.
    private func place(of number: Int64) -> Int {
        var range = rows.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range =
                rows[middle].number < number
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
