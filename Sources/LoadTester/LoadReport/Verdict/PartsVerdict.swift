import PlainText
import StreamAudit

/// The verdict on the runs of a merged result: it is no better than the worst of them.
struct PartsVerdict {
    private let parts: [LoadPart]
    private let missing: [String]

    /// The share of the measured time in which all must have measured: else the load was never
    /// there as a whole for long.
    private static let togetherLeast = 0.9
    /// Names that a sentence lists.
    private static let namesMost = 8

    /// Nil without parts.
    init?(of parts: [LoadPart]) {
        guard !parts.isEmpty else { return nil }
        self.parts = parts
        missing = parts.missing
    }

    var violations: [(defect: Defect, count: Int)] {
        Defect.allCases.map { defect in
            let counts = parts.map { $0.verdict.violations[defect] ?? 0 }
            return (defect, counts.reduce(0) { min($0 + $1, LoadMerge.countMax) })
        }.filter { $0.1 > 0 }
    }

    /// The bottleneck of the first part whose tester was one.
    var bottleneck: String? {
        parts.first { !$0.verdict.bottleneck.isEmpty }.map {
            "\($0.name): \(ReportText.shown($0.verdict.bottleneck))"
        }
    }

    /// Why the load was not that of all parts together; nil if it was.
    var separation: String? {
        let (together, spanned) = (parts.together, parts.spanned)
        guard parts.count > 1, Double(together) < Self.togetherLeast * Double(spanned) else {
            return nil
        }
        return "the \(parts.count) runs measured together for "
            + "\(ReportText.fixed(Double(together) / 1e6, 1)) of "
            + "\(ReportText.fixed(Double(spanned) / 1e6, 1)) s"
    }

    /// The separation if it is a lack: parts of one load test are meant to be one load. Runs that
    /// are no parts may well be merged although they never measured together.
    private var splitText: [String] {
        parts.first?.setup.share == nil ? [] : separation.map { [$0] } ?? []
    }

    var lacks: [String] {
        parts.flatMap { part in part.verdict.lacks.map { "\(part.name): \(ReportText.shown($0))" } }
            + missingText + splitText
    }

    /// The lacks in short.
    var heads: [String] {
        let count = parts.count { $0.verdict.standing == .incomplete }
        return (count > 0 ? ["\(count) of \(runs) incomplete"] : []) + missingText + splitText
    }

    private var runs: String { QuantityText.counted(parts.count, "run") }

    private var missingText: [String] {
        guard !missing.isEmpty else { return [] }
        let names = missing.prefix(Self.namesMost).joined(separator: ", ")
        let more = missing.count > Self.namesMost ? ", …" : ""
        return ["\(names)\(more) \(missing.count.noun("is", "are")) missing"]
    }

    /// The worst of the parts, of what is missing or was split, and of the assertions on all.
    func standing(with assertions: [AssertionVerdict]) -> LoadVerdict.Standing {
        let standings = parts.map(\.verdict.standing)
        for worst in [LoadVerdict.Standing.violated, .incomplete] where standings.contains(worst) {
            return worst
        }
        if !missing.isEmpty || !splitText.isEmpty { return .incomplete }
        let isFailed =
            standings.contains(.failed) || assertions.contains { $0.outcome != .held }
        return isFailed ? .failed : .passed
    }

    /// - Parameters:
    ///   - own: how many of the assertions on all together failed, of how many.
    ///   - hasFailed: whether any did.
    func failText(_ own: String, hasFailed: Bool) -> String {
        let failed = parts.count { $0.verdict.standing == .failed }
        let others = failed > 0 ? ["\(failed) of \(runs) failed"] : []
        return ((hasFailed ? [own] : []) + others).joined(separator: "; ")
    }
}
