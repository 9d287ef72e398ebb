/// What is wrong with a text that should be a JSON object.
package struct JSONFault: Error, Hashable, Sendable {
    /// Which byte of the line, from 1; one past the last when the line ends too early.
    package let column: Int
    /// A sentence.
    package let reason: String
}
