import PlainText
import StreamAudit

/// The verdict of a load test: whether the daemon kept the protocol, was there to the end, and the
/// assertions hold.
package struct LoadVerdict: Sendable {
    package enum Standing: String, Hashable, Sendable {
        case passed
        /// An assertion does not hold.
        case failed
        /// The result lacks what the daemon should have sent, or what the run should have taken.
        case incomplete
        /// The daemon violated the protocol; outranks all others.
        case violated
    }

    /// The share of the measured seconds that the tester may spend saturated.
    static let saturationLimit = 0.05

    package let standing: Standing
    /// In the order in which they were made.
    package let assertions: [AssertionVerdict]
    /// The defects found, and how many of each.
    ///
    /// Defects that the end of a daemon causes are left out if it was gone: the loss reports a line
    /// that its end has cut.
    package let violations: [(defect: Defect, count: Int)]
    /// Why the figures measure the tester and not the daemon; nil if they measure the daemon.
    ///
    /// A tester that used more than nine tenths of a processor in more than ``saturationLimit`` of
    /// the seconds measured itself: lines waited for the tester and not for the daemon. That does
    /// not change the standing; an assertion on `tester.saturated_s` does.
    package let bottleneck: String?
    /// Why the figures do not measure the daemon; nil if they do. A measurement without a line is
    /// not complete.
    package let invalidity: String?
    /// What the result lacks, a sentence each without a full stop; empty for one that is complete.
    package let lacks: [String]
    package let isInterrupted: Bool
    /// Whether the daemon was gone at the end.
    package let isDaemonGone: Bool
    private let heads: [String]
    private let search: CapacityCurve?
    /// What became of the parts of a merged result.
    private let parts: PartsVerdict?

    package init(of result: LoadResult, assertions: [LoadAssertion] = []) {
        self.assertions = assertions.map { $0.verdict(of: result) }
        isDaemonGone = result.failure != nil || result.losses.contains(where: \.isOfDaemon)
        let parts = PartsVerdict(of: result.parts)
        self.parts = parts
        violations = parts?.violations ?? Self.violations(of: result, isDaemonGone)
        bottleneck = parts.map(\.bottleneck) ?? Self.saturation(of: result)
        invalidity = bottleneck ?? Self.silence(of: result) ?? parts?.separation
        isInterrupted = result.isInterrupted
        search = result.capacity
        lacks = parts?.lacks ?? Self.lacks(of: result, \.text)
        heads = parts?.heads ?? Self.lacks(of: result, \.summary)
        standing =
            parts?.standing(with: self.assertions)
            ?? Self.standing(
                isViolated: !violations.isEmpty, isDaemonGone, result, self.assertions)
    }

    private static func violations(
        of result: LoadResult, _ isDaemonGone: Bool
    ) -> [(defect: Defect, count: Int)] {
        Defect.allCases.map { ($0, result.counts[$0]) }.filter { defect, count in
            count > 0 && !(isDaemonGone && defect.comesWithTheEnd)
        }
    }

    private static func standing(
        isViolated: Bool, _ isDaemonGone: Bool, _ result: LoadResult,
        _ assertions: [AssertionVerdict]
    ) -> Standing {
        if isViolated { return .violated }
        if result.isInterrupted || isDaemonGone { return .incomplete }
        if let search = result.capacity { return search.standing }
        if !result.losses.isEmpty || silence(of: result) != nil { return .incomplete }
        if assertions.contains(where: { $0.outcome == .failed }) { return .failed }
        // What holds for the lines that arrived says nothing about the others.
        if result.isAborted || result.notReceived.map({ $0.count > 0 }) ?? false {
            return .incomplete
        }
        return assertions.allSatisfy { $0.outcome == .held } ? .passed : .failed
    }

    private static func lacks(
        of result: LoadResult, _ text: (LoadLoss) -> String
    ) -> [String] {
        var lacks: [String] = result.losses.map(text)
        if let failure = result.failure { lacks.append(failure) }
        if let lines = result.notReceived, lines.count > 0 { lacks.append(lines.text) }
        if result.isInterrupted { lacks.append("interrupted by a signal") }
        if result.isAborted { lacks.append("ended as an assertion failed") }
        return lacks
    }

    private static func saturation(of result: LoadResult) -> String? {
        let saturated = result.tester.saturatedSeconds
        guard Double(saturated) > saturationLimit * result.measured.seconds else { return nil }
        let span = ReportText.short(result.measured.seconds)
        return "the tester was the bottleneck: above 90 % of a processor in \(saturated) of "
            + "\(span) \(result.measured.seconds.noun("second"))"
    }

    private static func silence(of result: LoadResult) -> String? {
        result.measured.lines > 0 ? nil : "no line came within the measurement"
    }

    /// Whether the figures can be judged: the daemon's, and all of them.
    package var isValid: Bool { invalidity == nil && standing != .incomplete }

    /// Why the figures cannot be judged; nil if they can.
    package var invalidReason: String? {
        if let invalidity { return invalidity }
        return standing == .incomplete ? lacks.joined(separator: "; ") : nil
    }

    package var heldCount: Int { assertions.count { $0.outcome == .held } }
    package var failedCount: Int { assertions.count { $0.outcome == .failed } }
    /// Assertions on figures without a sample: errors of use, once a run was complete.
    package var unmeasurable: [AssertionVerdict] {
        assertions.filter { $0.outcome == .unmeasurable }
    }

    /// `PASS (3 of 3)`, `FAIL (1 of 3)`, `INCOMPLETE (2 links lost)`, `VIOLATED (unaccounted 3)`.
    package var text: String {
        switch standing {
        case .passed: "PASS (\(passText))"
        case .failed: "FAIL (\(search?.finding ?? failText))"
        case .incomplete: "INCOMPLETE (\(incompleteText))"
        case .violated: "VIOLATED (\(violationText))"
        }
    }

    private var passText: String {
        if let search { return search.finding }
        return assertions.isEmpty
            ? "no defect; nothing was asserted" : "\(heldCount) of \(assertions.count)"
    }

    private var failText: String {
        let own = "\(assertions.count - heldCount) of \(assertions.count)"
        return parts?.failText(own, hasFailed: heldCount < assertions.count) ?? own
    }

    private var incompleteText: String {
        guard heads.isEmpty else { return heads.joined(separator: "; ") }
        return search.map { "\($0.finding), and the search was not ended" } ?? invalidity ?? ""
    }

    private var violationText: String {
        violations.map { "\($0.defect.label) \(QuantityText.count($0.count))" }
            .joined(separator: ", ")
    }

    /// Whether an assertion counts as passed: it holds, in a result that lacks nothing and breaks
    /// no promise. In any other it only holds for what came. Decides words, colours and JSON alike.
    package func passes(_ assertion: AssertionVerdict) -> Bool {
        let isWhole = standing == .passed || standing == .failed && lacks.isEmpty
        return assertion.outcome == .held && isWhole
    }

    /// In capitals, as reports say what became of an assertion.
    package func word(for assertion: AssertionVerdict) -> String {
        switch assertion.outcome {
        case .held: passes(assertion) ? "PASS" : "HELD"
        case .failed: "FAIL"
        case .unmeasurable: "NO SAMPLE"
        }
    }

    /// `PASS p99<5ms (1 900 µs)`, and how far off one that failed is.
    package func text(of assertion: AssertionVerdict) -> String {
        "\(word(for: assertion)) \(assertion.assertion.text) (\(assertion.detail))"
    }

    /// The tone of an assertion: good only if it passes.
    func tone(of assertion: AssertionVerdict) -> ReportTone {
        switch assertion.outcome {
        case .held: passes(assertion) ? .good : .doubtful
        case .failed: .bad
        case .unmeasurable: .doubtful
        }
    }
}
