/// Connections in the order of their turns; both ends in O(1) amortised.
struct TurnQueue {
    private var tokens: [ConnectionTable.Token] = []
    private var taken = 0

    mutating func append(_ token: ConnectionTable.Token) { tokens.append(token) }

    mutating func popFirst() -> ConnectionTable.Token? {
        guard taken < tokens.count else { return nil }
        let token = tokens[taken]
        taken += 1
        if taken * 2 >= tokens.count {
            tokens.removeFirst(taken)
            taken = 0
        }
        return token
    }
}
