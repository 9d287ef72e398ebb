import Vocabulary

/// What a source has opened for one subscription, from its request to its end.
package struct Feed: Hashable, Sendable {
    /// By which the source knows it.
    package let number: Int
    /// The lines come strictly after this point.
    package let beginning: StreamPosition

    package init(number: Int, beginning: StreamPosition) {
        self.number = number
        self.beginning = beginning
    }
}
