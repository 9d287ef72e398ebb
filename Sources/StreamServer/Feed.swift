import Vocabulary

/// What a source has opened for one subscription, from its request to its end.
package struct Feed: Hashable, Sendable {
    /// By which the source knows it.
    package let number: Int
    /// The lines come strictly after this point.
    package let beginning: StreamPosition
    /// What it brings once it is live.
    package let flow: LineFlow

    package init(number: Int, beginning: StreamPosition, flow: LineFlow = .unbounded) {
        self.number = number
        self.beginning = beginning
        self.flow = flow
    }
}
