/// What is wrong with a text that should be a JSON object.
public struct JSONFault: Error, Hashable, Sendable {
    /// Which byte of the line, from 1; one past the last when the line ends too early.
    public let column: Int
    /// A sentence.
    public let reason: String
}
