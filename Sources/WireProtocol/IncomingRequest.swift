/// A request with what its answer needs.
package struct IncomingRequest: Hashable, Sendable {
    /// What the client calls it by, to be carried back.
    package let id: RequestID?
    package let request: Request
}

/// A line that is no request, with the id if one could be read.
package struct RequestFailure: Error, Hashable, Sendable {
    package let id: RequestID?
    package let error: WireError
}
