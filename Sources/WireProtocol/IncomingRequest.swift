/// A request with what its answer needs.
public struct IncomingRequest: Hashable, Sendable {
    /// What the client calls it by, to be carried back.
    public let id: RequestID?
    public let request: Request
}

/// A line that is no request, with the id if one could be read.
public struct RequestFailure: Error, Hashable, Sendable {
    public let id: RequestID?
    public let error: WireError
}
