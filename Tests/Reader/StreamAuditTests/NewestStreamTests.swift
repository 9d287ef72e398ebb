import StreamTestSupport
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamAudit

@Suite struct NewestStreamTests {
    private let session = SessionName(lane: 0, lap: 0)

    private func auditor(_ kinds: Set<LineKind>) -> Auditor {
        var auditor = Auditor(policy: .newest, kinds: kinds)
        auditor.connect()
        return auditor
    }

    private func line(_ kind: DataLine.Kind, _ n: Int64, skipped: Int = 0) -> [UInt8] {
        var maker = StreamLines()
        return maker.data(kind, session, n, tick: n).replacing(skipped)
    }

    @Test func `what a line has replaced is not missing`() {
        var auditor = auditor([.stat])
        auditor.hear(line(.stat, 1), line(.stat, 5, skipped: 3), line(.stat, 6))
        #expect(auditor.defects == [:])
        #expect(auditor.counts.replaced == 3)
    }

    @Test func `of one kind, more than it has replaced is missing at once`() {
        var auditor = auditor([.stat])
        auditor.hear(line(.stat, 1), line(.stat, 5, skipped: 2))
        #expect(auditor.defects == [.unaccounted: 1])
    }

    @Test func `a line of another kind may come before what tells`() {
        var auditor = auditor([.stat, .phase])
        auditor.hear(line(.stat, 1), line(.phase, 5), line(.stat, 8, skipped: 5))
        #expect(auditor.defects == [:])
        auditor.hear(line(.phase, 10))
        auditor.close()
        #expect(auditor.defects == [:])
    }

    @Test func `what none of those that may have told has told is missing`() {
        var auditor = auditor([.stat, .sample, .phase])
        auditor.hear(line(.stat, 1), line(.phase, 5), line(.stat, 8, skipped: 2))
        #expect(auditor.defects == [:])
        auditor.hear(line(.sample, 9, skipped: 1))
        #expect(auditor.defects == [.unaccounted: 2])
    }

    @Test func `the end of a session tells that nothing more is told of it`() {
        var auditor = auditor([.stat, .sample])
        auditor.hear(line(.stat, 1), line(.stat, 4), line(.end, 5))
        auditor.close()
        #expect(auditor.defects == [.unaccounted: 2])
    }

    @Test func `a gap may tell of what was passed before it came`() {
        var auditor = auditor([.stat, .phase])
        auditor.hear(line(.stat, 1), line(.phase, 5))
        auditor.hear(
            StreamLines.gap(StreamLines.position(1), StreamLines.position(8), 6),
            line(.stat, 9))
        #expect(auditor.defects == [:])
        auditor.hear(line(.stat, 11))
        #expect(auditor.defects == [.unaccounted: 1])
    }
}
