/// What a load test comes to: whether the daemon kept its promises and the assertions hold.
package struct LoadVerdict: Sendable {
    package enum Standing: String, Hashable, Sendable {
        case passed, failed
        /// The daemon did what it must never do; outranks a failed assertion.
        case violated
    }

    /// The share of the measured seconds that the tester may spend saturated.
    static let saturationLimit = 0.05

    /// In the order in which they were made.
    package let assertions: [AssertionVerdict]
    /// The defects found, and how many of each.
    package let violations: [(defect: Defect, count: Int)]
    /// Why the figures do not tell of the daemon; nil if they do.
    ///
    /// A tester that used more than nine tenths of a processor in more than
    /// ``saturationLimit`` of the seconds measured itself: lines waited for it and not for the
    /// daemon. A measurement without a line measured nothing. Neither changes the standing; who
    /// wants it to fail asserts `tester.saturated_s`.
    package let invalidity: String?
    package let isInterrupted: Bool

    package init(of result: LoadResult, assertions: [LoadAssertion] = []) {
        self.assertions = assertions.map { $0.verdict(of: result) }
        violations = Defect.allCases.map { ($0, result.counts[$0]) }.filter { $0.count > 0 }
        invalidity = Self.invalidity(of: result)
        isInterrupted = result.isInterrupted
    }

    private static func invalidity(of result: LoadResult) -> String? {
        let saturated = result.tester.saturatedSeconds
        if Double(saturated) > saturationLimit * result.measuredSeconds {
            let span = ReportText.short(result.measuredSeconds)
            return "the tester was the bottleneck: above 90 % of a processor in \(saturated) of "
                + "\(span) seconds"
        }
        return result.measuredLines > 0 ? nil : "no line came within the measurement"
    }

    package var isValid: Bool { invalidity == nil }
    package var passedCount: Int { assertions.count { $0.outcome == .passed } }
    package var failedCount: Int { assertions.count { $0.outcome == .failed } }
    /// Assertions on figures without a sample: errors of use, once a run was not interrupted.
    package var unmeasurable: [AssertionVerdict] {
        assertions.filter { $0.outcome == .unmeasurable }
    }

    package var standing: Standing {
        guard violations.isEmpty else { return .violated }
        return passedCount == assertions.count ? .passed : .failed
    }

    /// `PASS (3 of 3)`, `FAIL (1 of 3)`, `VIOLATED (unaccounted 3)`.
    package var text: String {
        switch standing {
        case .passed where assertions.isEmpty: "PASS (no defect; nothing was asserted)"
        case .passed: "PASS (\(passedCount) of \(assertions.count))"
        case .failed: "FAIL (\(assertions.count - passedCount) of \(assertions.count))"
        case .violated: "VIOLATED (\(violationText))"
        }
    }

    private var violationText: String {
        violations.map { "\($0.defect.label) \(ReportText.count($0.count))" }
            .joined(separator: ", ")
    }
}
