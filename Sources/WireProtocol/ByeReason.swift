/// Why the server ends a connection. The raw value is the code on the wire.
public enum ByeReason: String, CaseIterable, Sendable {
    case shutdown
    case quit
    case lineTooLong = "line_too_long"
    case tooManyClients = "too_many_clients"
    case slowConsumer = "slow_consumer"
    case stalled

    public var description: String {
        switch self {
        case .shutdown: "The server is shutting down."
        case .quit: "The client asked for it."
        case .lineTooLong: "The client sent lines that are too long."
        case .tooManyClients: "The server has all the clients that it may have."
        case .slowConsumer: "A subscription that may lose no line was read too slowly."
        case .stalled: "The client took nothing for \(ProtocolLimits.stallSeconds) s."
        }
    }
}
