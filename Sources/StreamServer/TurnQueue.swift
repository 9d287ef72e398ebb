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
