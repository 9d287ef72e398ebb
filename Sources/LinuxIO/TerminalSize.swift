/// The size of a terminal in character cells; `rows` is 0 when it does not say.
public struct TerminalSize: Hashable, Sendable {
    public let columns: Int
    public let rows: Int
}
