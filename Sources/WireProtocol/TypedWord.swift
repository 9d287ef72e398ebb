/// A request that a person can type as a bare word.
public enum TypedWord: String, CaseIterable, Sendable {
    case help, status, watch, quit

    /// What it does, as a sentence.
    public var summary: String {
        switch self {
        case .help: "Lists these words and the operations."
        case .status: "Says how the daemon is."
        case .watch: "Starts an unnamed subscription to statistics of all sessions."
        case .quit: "Ends the connection."
        }
    }
}
