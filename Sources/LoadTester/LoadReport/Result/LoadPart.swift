import StreamAudit
import Vocabulary

/// Which of the parts of a load test a run is: the subscribers whose number has the remainder
/// ``index`` by ``count``, as a shard has lanes.
package struct LoadShare: Hashable, Sendable {
    /// The most parts of a load test, and the most runs in one report.
    package static let countMax = 4096

    package let index: Int
    package let count: Int

    /// Reads `0/8`: digits and a slash; nil for anything else, and unless
    /// `0 <= index < count <= countMax`.
    package init?(parsing text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let isDigits = parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard parts.count == 2, isDigits, let index = Int(parts[0]), let count = Int(parts[1]),
            (1...Self.countMax).contains(count), index < count
        else { return nil }
        (self.index, self.count) = (index, count)
    }

    /// The number that the subscriber at a place within the part has in the whole.
    package func number(at place: Int) -> Int { place * count + index }

    /// How many of the first `numbers` are the part's.
    package func count(of numbers: Int) -> Int { max(0, numbers - index + count - 1) / count }

    /// How many of the first `numbers` are those of parts with a lower index.
    package func countBefore(of numbers: Int) -> Int {
        index * (numbers / count) + min(index, numbers % count)
    }

    package var text: String { "\(index)/\(count)" }
}

/// From when to when a run has measured, by the clock of its host: microseconds since 1970, UTC.
package struct LoadSpan: Hashable, Sendable {
    package var from: Int64
    /// At least ``from``.
    package var to: Int64

    package init(from: Int64, to: Int64) {
        self.from = from
        self.to = max(from, to)
    }
}

/// One run whose figures are in a result, with its outcome and what cannot be added up.
package struct LoadPart: Hashable, Sendable {
    /// Of which a merged report has the run, its share and beginning, and who heard which daemon.
    package var setup = LoadSetup()
    /// Nil if the measurement did not begin.
    package var span: LoadSpan?
    package var usage: DaemonUsage?
    package var verdict = RunVerdict()

    package init() {}

    /// The only part of the result of one run.
    init(of result: LoadResult, _ verdict: RunVerdict) {
        setup = result.setup
        span = result.measured.span
        usage = result.daemon
        self.verdict = verdict
    }

    /// `part 3/8 on host4`, or the run's number.
    package var name: String {
        let what = setup.share.map { "part \($0.text)" } ?? "run \(setup.run.prefix(8))"
        let host = setup.machine.host
        return host.isEmpty ? what : "\(what) on \(ReportText.shown(host))"
    }

    /// The order in which parts stand in a report, whatever order they came in.
    static func precedes(_ one: LoadPart, _ other: LoadPart) -> Bool {
        (one.setup.share?.index ?? -1, one.setup.run)
            < (other.setup.share?.index ?? -1, other.setup.run)
    }
}

/// The verdict on a run, as its report tells it.
package struct RunVerdict: Hashable, Sendable {
    package var standing = LoadVerdict.Standing.incomplete
    /// In words: `FAIL (1 of 3)`.
    package var text = ""
    package var violations: [Defect: Int] = [:]
    /// What the run lacks, a sentence each without a full stop.
    package var lacks: [String] = []
    /// Why its figures measure the tester; empty if they do not.
    package var bottleneck = ""

    package init() {}
}

extension [LoadPart] {
    /// How long at least one of them measured, microseconds.
    package var spanned: Int64 {
        var (sum, reached) = (Int64(0), Int64.min)
        for span in compactMap(\.span).sorted(by: { $0.from < $1.from }) {
            sum += Swift.max(0, span.to - Swift.max(span.from, reached))
            reached = Swift.max(reached, span.to)
        }
        return sum
    }

    /// How long all runs that measured at all measured at once, microseconds.
    package var together: Int64 {
        let spans = compactMap(\.span)
        guard let from = spans.map(\.from).max(), let to = spans.map(\.to).min() else { return 0 }
        return Swift.max(0, to - from)
    }

    /// The parts of the whole that are not among them: `part 2/8`; none for runs that are no parts.
    var missing: [String] {
        guard let count = first?.setup.share?.count else { return [] }
        let there = Set(compactMap { $0.setup.share?.index })
        return (0..<count).filter { !there.contains($0) }.map { "part \($0)/\(count)" }
    }
}
