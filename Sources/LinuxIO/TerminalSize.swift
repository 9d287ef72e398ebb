/// The size of a terminal in character cells; `rows` is 0 when it does not say.
package struct TerminalSize: Hashable, Sendable {
    package let columns: Int
    package let rows: Int
}
