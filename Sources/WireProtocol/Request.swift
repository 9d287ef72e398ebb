/// What one line of a client asks for.
public enum Request: Hashable, Sendable {
    case client(name: String)
    case subscribe(SubscribeRequest)
    /// Nil is the subscription without a name.
    case unsubscribe(sub: String?)
    /// A page of sessions, from lane `from` on, at most `limit` of them.
    case sessions(from: Int, limit: Int)
    /// A page of sessions in an order.
    case sortedSessions(SortedSessionsRequest)
    case describe
    case status
    /// A page of connections, from the one numbered `from` on, at most `limit` of them.
    case clients(from: Int64, limit: Int)
    case command(CommandRequest)
    /// A bare word that a person typed.
    case typed(TypedWord)
}
