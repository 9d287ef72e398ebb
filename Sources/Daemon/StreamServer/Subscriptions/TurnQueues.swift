/// Connections in the order of their turns; both ends in O(1) amortised.
struct TurnQueue {
    private var tokens = Ring<ConnectionTable.Token>()

    var isEmpty: Bool { tokens.isEmpty }

    mutating func append(_ token: ConnectionTable.Token) { tokens.append(token) }

    mutating func popFirst() -> ConnectionTable.Token? {
        guard !tokens.isEmpty else { return nil }
        defer { tokens.removeFirst() }
        return tokens[0]
    }
}

/// The connections of all users: the user who has used the least time comes first, however many
/// connections each has, and the connections of one user come in their order.
///
/// While *n* users wait, each gets an *n*-th of the time, but for the length of a turn. A user who
/// joins them counts as having used as much as the user who came last, so that nobody saves up
/// time. This is start-time fair queueing (Goyal, Vin and Cheng, 1996). O(users that wait) a turn.
struct FairTurnQueue {
    private struct Row {
        var connections = TurnQueue()
        /// The time used since some user has been waiting.
        var used = Duration.zero
    }

    private var rows: [UInt32: Row] = [:]
    /// Users who have a connection in the queue, in the order in which they got there or had their
    /// last turn.
    private var waiting: [UInt32] = []
    /// The time that the user who came last had used.
    private var present = Duration.zero

    /// The least that a turn counts: a user who can do nothing in it does not come again and again.
    static var leastTurn: Duration { .microseconds(100) }
    /// Rows of users that are kept though these do not wait.
    private static var idleAtMost: Int { 1024 }

    var isEmpty: Bool { waiting.isEmpty }

    mutating func append(_ token: ConnectionTable.Token, of user: UInt32) {
        var row = rows.removeValue(forKey: user) ?? Row()
        if row.connections.isEmpty {
            row.used = max(row.used, present)
            waiting.append(user)
        }
        row.connections.append(token)
        rows[user] = row
    }

    mutating func popFirst() -> ConnectionTable.Token? {
        guard let index = waiting.indices.min(by: { used(at: $0) < used(at: $1) }) else {
            // No user waits for what others have used.
            self = FairTurnQueue()
            return nil
        }
        let user = waiting.remove(at: index)
        guard var row = rows.removeValue(forKey: user) else { return nil }
        present = row.used
        row.used += Self.leastTurn
        let token = row.connections.popFirst()
        let isWaiting = !row.connections.isEmpty
        rows[user] = row
        if isWaiting { waiting.append(user) } else { forgetIdle() }
        return token
    }

    private func used(at index: Int) -> Duration { rows[waiting[index]]?.used ?? .zero }

    private mutating func forgetIdle() {
        guard rows.count > 2 * waiting.count + Self.idleAtMost else { return }
        rows = rows.filter { !$0.value.connections.isEmpty }
    }

    /// Notes how long a user's turn took; need not be told while there is one user only.
    mutating func endTurn(of user: UInt32, after span: Duration) {
        charge(span - Self.leastTurn, to: user)
    }

    /// Notes that work of this length was done for a user outside of its turns.
    mutating func charge(_ span: Duration, to user: UInt32) {
        guard span > .zero else { return }
        let used = rows[user]?.used ?? .zero
        rows[user, default: Row()].used = max(used, present) + span
    }

    /// Whether other users wait who come first, because this user's time exceeds that of the user
    /// who came last by more than ``lead``.
    func isAhead(_ user: UInt32) -> Bool {
        guard waiting.contains(where: { $0 != user }), let row = rows[user] else { return false }
        return row.used - present > Self.lead
    }

    private static var lead: Duration { .milliseconds(5) }
}

/// The connections that wait for a turn, or have one.
struct ConnectionTurns {
    /// Connections with a request, an answer or a catch-up to be worked on.
    var working = FairTurnQueue()
    /// Connections whose subscription waits for what another feed computes.
    var resting = FairTurnQueue()
    /// The connection whose answer is being computed: one at a time, because that takes memory.
    var answering: ConnectionTable.Token?
}
