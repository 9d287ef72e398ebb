/// What only the simulator knows of a day: what befalls the athlete, ordered and drawn.
package struct DayTruth: Hashable, Sendable {
    package struct Finding: Hashable, Sendable {
        package let name: String
        /// Whether it is ordered, and not drawn.
        package let isOrdered: Bool
        /// The first and the last day, such as `2026-03-05`.
        package let first: String
        package let last: String

        package init(name: String, isOrdered: Bool, first: String, last: String) {
            (self.name, self.isOrdered, self.first, self.last) = (name, isOrdered, first, last)
        }
    }

    /// At least one, ordered ones first.
    package let findings: [Finding]
    /// By how many percent the athlete's speed at a heart rate differs from the usual one.
    package let paceChange: Double

    package init(findings: [Finding], paceChange: Double) {
        (self.findings, self.paceChange) = (findings, paceChange)
    }
}
