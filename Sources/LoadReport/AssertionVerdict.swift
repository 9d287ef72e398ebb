/// What became of an assertion.
package struct AssertionVerdict: Sendable {
    package enum Outcome: Hashable, Sendable {
        /// It holds on what was measured. Whether it passes is for the whole result to say.
        case held
        case failed
        /// There was nothing that the figure could be taken of.
        case unmeasurable
    }

    package let assertion: LoadAssertion
    /// In the figure's unit; nil if it cannot be measured.
    package let value: Double?

    init(_ assertion: LoadAssertion, value: Double?) {
        self.assertion = assertion
        self.value = value
    }

    package var outcome: Outcome {
        guard let value else { return .unmeasurable }
        return assertion.comparison.holds(value, assertion.bound) ? .held : .failed
    }

    /// How far the value lies above the bound, negative if below, in the figure's unit.
    package var distance: Double? { value.map { $0 - assertion.bound } }

    /// The value, and how far off one that failed is; from zero it is as far as it is large.
    var detail: String {
        guard let value, let distance else { return "no sample" }
        let unit = assertion.figure.unit
        guard outcome == .failed, distance != 0, assertion.bound != 0 else {
            return unit.text(value)
        }
        let side = distance > 0 ? "above" : "below"
        return "\(unit.text(value)), \(unit.text(abs(distance))) \(side)"
    }
}
