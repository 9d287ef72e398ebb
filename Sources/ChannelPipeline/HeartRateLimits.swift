/// The ends of a runner's heart-rate reserve, in beats per minute.
package struct HeartRateLimits: Hashable, Sendable {
    /// What is taken for the runners of recordings unless it is said.
    package static let standard = HeartRateLimits(resting: 60, maximal: 190)

    package let resting: Int
    package let maximal: Int

    /// Traps unless 0 < resting < maximal.
    package init(resting: Int, maximal: Int) {
        precondition(0 < resting && resting < maximal, "no reserve from \(resting) to \(maximal)")
        self.resting = resting
        self.maximal = maximal
    }
}
