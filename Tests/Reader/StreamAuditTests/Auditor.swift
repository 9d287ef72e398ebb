import StreamTestSupport
import TestSupport
import Vocabulary
import WireProtocol

@testable import StreamAudit

/// Feeds lines to an account and keeps what it says.
struct Auditor: ~Copyable {
    private(set) var tally = AuditTally()
    private(set) var news: [StreamAccount.News] = []
    private var account: StreamAccount
    var received = StreamLines.origin
    var woken = StreamLines.origin

    init(
        parsesInFull: Int = 64, policy: QueuePolicy = .dropOldest,
        kinds: Set<LineKind> = Set(LineKind.allCases), rules: DueRules? = nil,
        skipsLaps: Bool = false, comparison: TruthComparison? = nil
    ) {
        account = StreamAccount(
            identity: StreamLines.identity.description, parsesInFull: parsesInFull, policy: policy,
            kinds: kinds, rules: rules, skipsLaps: skipsLaps, comparison: comparison)
        tally.isMeasuring = true
    }

    var anchor: String? { account.anchor }
    var truth: TruthFigures? { account.truth }
    var counts: AuditCounts { tally.counts }

    /// The defects found, by name.
    var defects: [Defect: Int] { tally.counts.found }

    mutating func connect(resuming: Bool = false) { account.connect(resuming: resuming) }

    mutating func read(_ bytes: [UInt8]) {
        var heard: [StreamAccount.News] = []
        bytes.withUnsafeBytes {
            account.receive($0, received: received, woken: woken, into: &tally) {
                heard.append($0)
            }
        }
        news += heard
    }

    mutating func hear(_ lines: [UInt8]...) { hear(lines) }

    mutating func hear(_ lines: [[UInt8]]) {
        for line in lines { read(line + [UInt8(ascii: "\n")]) }
    }

    mutating func disconnect(byTester: Bool = true) {
        account.disconnect(byTester: byTester, into: &tally)
    }

    /// Lines that were due by an instant and have not come.
    func overdue(through instant: MonotonicInstant) -> OverdueLines {
        var lines = OverdueLines()
        account.addOverdue(through: instant, to: &lines)
        return lines
    }

    func hasOverdue(through instant: MonotonicInstant) -> Bool {
        account.hasOverdue(through: instant)
    }

    mutating func close() { account.close(into: &tally) }
}

extension AuditCounts {
    var found: [Defect: Int] {
        Dictionary(uniqueKeysWithValues: Defect.allCases.map { ($0, self[$0]) })
            .filter { $0.value != 0 }
    }
}
