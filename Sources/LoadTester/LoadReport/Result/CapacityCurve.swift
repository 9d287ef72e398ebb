import PlainText

/// What a capacity search tried, and the highest load that held.
package struct CapacityCurve: Sendable {
    /// What the search raised.
    package enum Raised: String, CaseIterable, Sendable {
        case subscribers, speed
    }

    /// How the search came to its end.
    package enum Ending: Hashable, Sendable {
        /// The next higher load that was tried failed.
        case failed
        /// A higher load could not be tried, and why.
        case impossible(String)
        /// The highest load that may be asked for held.
        case atMaximum
        /// The search was ended before its time.
        case unfinished
    }

    package let raised: Raised
    package let assertion: LoadAssertion
    /// In the order in which they were tried.
    package var steps: [CapacityStep] = []
    /// The highest load that held; nil if none did.
    package var limit: Double?
    package var ending = Ending.unfinished

    package init(raised: Raised, assertion: LoadAssertion) {
        self.raised = raised
        self.assertion = assertion
    }

    /// `1 250 subscribers`, `speed 40`.
    func loadText(_ load: Double) -> String {
        switch raised {
        case .subscribers: QuantityText.counted(Int(load), "subscriber")
        case .speed: "speed \(ReportText.significant(load))"
        }
    }

    /// A sentence without a full stop.
    package var summary: String { "\(finding); \(endingText)" }

    /// What was asserted, and how far it holds: `p99<10ms holds up to 160 subscribers`.
    var finding: String {
        let held = limit.map { "\(assertion.text) holds up to \(loadText($0))" }
        return held ?? "\(assertion.text) held at no load"
    }

    /// The conclusion of a search that came to its end.
    var standing: LoadVerdict.Standing {
        if ending == .unfinished { return .incomplete }
        return limit == nil ? .failed : .passed
    }

    private var endingText: String {
        switch ending {
        case .failed: "found in \(QuantityText.counted(steps.count, "run"))"
        case .impossible(let reason): "more could not be tried: \(ReportText.shown(reason))"
        case .atMaximum: "more may not be asked for"
        case .unfinished: "the search was not ended"
        }
    }
}

/// A load that a capacity search tried.
package struct CapacityStep: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        case held
        case failed
        /// It could not be tried, and why.
        case impossible(String)

        var text: String {
            guard case .impossible(let reason) = self else { return name }
            return "\(name): \(ReportText.shown(reason))"
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
    /// The value of the asserted figure; nil if it was not measured.
    package let value: Double?

    package init(load: Double, outcome: Outcome, value: Double? = nil) {
        self.load = load
        self.outcome = outcome
        self.value = value
    }
}
