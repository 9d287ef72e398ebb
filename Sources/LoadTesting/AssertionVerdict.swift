/// What became of an assertion.
package struct AssertionVerdict: Sendable {
    package enum Outcome: Hashable, Sendable {
        case passed
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
        return assertion.comparison.holds(value, assertion.bound) ? .passed : .failed
    }

    /// How far the value lies above the bound, negative if below, in the figure's unit.
    package var distance: Double? { value.map { $0 - assertion.bound } }

    /// `PASS p99<5ms  (1 900 µs)`, and how far off one that failed is.
    package var text: String { "\(word) \(assertion.text) (\(detail))" }

    /// In capitals, as reports say it.
    var word: String {
        switch outcome {
        case .passed: "PASS"
        case .failed: "FAIL"
        case .unmeasurable: "NO SAMPLE"
        }
    }

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
