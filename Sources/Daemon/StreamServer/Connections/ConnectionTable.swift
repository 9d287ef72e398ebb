/// The connections of a hub by descriptor, which the kernel keeps small and dense.
///
/// A token also tells apart connections that had the same descriptor one after the other: nothing
/// kept for one that has gone reaches another.
struct ConnectionTable {
    struct Token: Hashable {
        let descriptor: Int32
        /// The connection's number, counted over all connections so far.
        let generation: UInt32
    }

    private var rows: [Connection?] = []
    private var accepted = AcceptedPeers()
    private var generation: UInt32 = 0
    private(set) var count = 0
    /// When the hub looked through the connections last.
    var looks = LooksAtConnections()

    var isEmpty: Bool { count == 0 }

    /// The token of the next connection.
    mutating func makeToken(for descriptor: Int32) -> Token {
        generation &+= 1
        return Token(descriptor: descriptor, generation: generation)
    }

    subscript(token: Token) -> Connection? { Self.find(token, in: rows) }

    private static func find(_ token: Token, in rows: [Connection?]) -> Connection? {
        let row = Int(token.descriptor)
        guard row < rows.count, let connection = rows[row], connection.token == token else {
            return nil
        }
        return connection
    }

    /// Traps if the connection's descriptor is taken.
    mutating func insert(_ connection: Connection) {
        let row = Int(connection.token.descriptor)
        while rows.count <= row { rows.append(nil) }
        precondition(rows[row] == nil, "descriptor \(row) belongs to another connection")
        rows[row] = connection
        accepted.append(connection.facts.number, connection.token)
        count += 1
    }

    /// Returns whether the connection was there.
    mutating func remove(_ token: Token) -> Bool {
        guard self[token] != nil else { return false }
        rows[Int(token.descriptor)] = nil
        count -= 1
        accepted.noteGone { [rows] in Self.find($0, in: rows) != nil }
        return true
    }

    /// At most `limit` connections, ascending by number, from the first that has this number or a
    /// higher one, and the number of the connection behind them; nil if there is none.
    func page(from number: Int64, limit: Int) -> (peers: [Connection], next: Int64?) {
        var (peers, next) = ([Connection](), Int64?.none)
        accepted.forEach(from: number) { token in
            guard let connection = self[token] else { return true }
            guard peers.count < limit else {
                next = connection.facts.number
                return false
            }
            peers.append(connection)
            return true
        }
        return (peers, next)
    }

    /// All connections, by descriptor.
    var all: [Connection] { rows.compactMap { $0 } }

    /// One of `turns` parts of all connections, of about the same size. A connection belongs to the
    /// same part as long as it lives. O(connections / turns).
    func turn(_ turn: Int, of turns: Int) -> [Connection] {
        stride(from: turn, to: rows.count, by: turns).compactMap { rows[$0] }
    }
}

extension ConnectionTable.Token {
    /// The token as the event poll carries it.
    var bits: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor)) }

    init(bits: UInt64) {
        descriptor = Int32(bitPattern: UInt32(truncatingIfNeeded: bits))
        generation = UInt32(truncatingIfNeeded: bits >> 32)
    }
}

/// The connections in the order in which they were accepted, each with a number of its own.
///
/// At most ``goneAtMost`` connections that have gone stay in the list, and are skipped.
struct AcceptedPeers {
    private var rows: [(number: Int64, token: ConnectionTable.Token)] = []
    private var gone = 0

    private static var goneAtMost: Int { 1024 }

    /// Traps unless the number is above all others.
    mutating func append(_ number: Int64, _ token: ConnectionTable.Token) {
        precondition(number > rows.last?.number ?? 0, "connection \(number) below another")
        rows.append((number, token))
    }

    /// Notes that a connection has gone. O(connections / ``goneAtMost``), amortised.
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
    /// - Parameter body: gets connections that have gone too; returns whether to go on.
    func forEach(from number: Int64, _ body: (ConnectionTable.Token) -> Bool) {
        for row in rows[index(of: number)...] {
            guard body(row.token) else { return }
        }
    }

    /// The index of the first connection that has this number or a higher one.
    private func index(of number: Int64) -> Int {
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
