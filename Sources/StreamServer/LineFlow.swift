/// How many lines and bytes a subscription is expected to bring in a second.
package struct LineFlow: Hashable, Sendable {
    package var lines: Double
    package var bytes: Double

    /// Of a stream that comes as fast as it can.
    package static let unbounded = LineFlow(lines: .infinity, bytes: .infinity)

    package init(lines: Double, bytes: Double) {
        self.lines = lines
        self.bytes = bytes
    }
}
