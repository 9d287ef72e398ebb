/// The types of the lines that a server sends, by the names that they have on the wire.
///
/// Every reader takes the names from here. The writers, which write them as a part of longer
/// literals, are held to the table by tests, and so is the load tester, whose readers compare the
/// bytes of whole fields at once.
public enum LineType: String, CaseIterable, Sendable {
    // Data: numbered and in the total order.
    case stat, sample, truth, phase, advisory, event, end
    // What a subscription is told between them.
    case snapshot, live, gap
    // What a connection is told.
    case hello, beat, warn, bye
    // Answers.
    case ok, error, help, sessions, clients, describe, status

    /// Whether lines of the type are numbered and in the total order.
    public var isData: Bool {
        switch self {
        case .stat, .sample, .truth, .phase, .advisory, .event, .end: true
        case .snapshot, .live, .gap, .hello, .beat, .warn, .bye, .ok, .error, .help, .sessions,
            .clients, .describe, .status:
            false
        }
    }
}

extension JSONValue {
    /// The type of a line; nil of one that has none, or one of a later version.
    public var type: LineType? { self["type"]?.text.flatMap(LineType.init(rawValue:)) }
}
