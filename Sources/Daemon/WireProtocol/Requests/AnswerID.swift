/// What the answer to a request says of the request itself.
public struct AnswerID: Hashable, Sendable {
    /// The client's name for the request; nil if it gave none.
    public let request: RequestID?
    /// The paths of fields that were passed over, at most ``ProtocolLimits/ignoredFields``, fit to
    /// be shown.
    public let ignored: [String]

    public init(_ request: RequestID?, ignored: [String] = []) {
        self.request = request
        self.ignored = ignored
    }
}

extension LineBuffer {
    /// Appends `,"id":` and the number or text, and `,"ignored":` with the fields that were passed
    /// over; each is left out if there is none.
    public mutating func appendField(id: AnswerID?) {
        guard let id else { return }
        appendField(id: id.request)
        guard !id.ignored.isEmpty else { return }
        appendName("ignored")
        appendList(id.ignored)
    }
}
