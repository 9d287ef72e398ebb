/// What a client calls its request by; the answer carries it back.
public enum RequestID: Hashable, Sendable {
    /// 0...2^53.
    case number(Int64)
    /// At most 64 Unicode scalars.
    case text(String)
}

extension RequestID {
    /// Whether it is within the limits.
    var isAllowed: Bool {
        switch self {
        case .number(let number): (0...ProtocolLimits.requestIDMaximum).contains(number)
        case .text(let text): text.unicodeScalars.count <= ProtocolLimits.requestIDCharacters
        }
    }
}

extension LineBuffer {
    /// Appends `,"id":` and the number or text; nothing for nil.
    public mutating func appendField(id: RequestID?) {
        switch id {
        case .number(let number):
            appendName("id")
            appendInteger(number)
        case .text(let text): appendField("id", text)
        case nil: break
        }
    }
}
