/// A load that a capacity search tried.
package struct CapacityStep: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        case held
        case failed
        /// It could not be tried, and why.
        case impossible(String)

        var text: String {
            switch self {
            case .held: "held"
            case .failed: "failed"
            case .impossible(let reason): "impossible: \(ReportText.shown(reason))"
            }
        }

        /// As JSON calls it.
        var name: String {
            switch self {
            case .held: "held"
            case .failed: "failed"
            case .impossible: "impossible"
            }
        }
    }

    package let load: Double
    package let outcome: Outcome
    /// Of the figure that the assertion is on; nil if it was not measured.
    package let value: Double?

    package init(load: Double, outcome: Outcome, value: Double? = nil) {
        self.load = load
        self.outcome = outcome
        self.value = value
    }
}
