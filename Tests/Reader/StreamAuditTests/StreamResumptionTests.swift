import StreamAudit
import StreamTestSupport
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct StreamResumptionTests {
    private let session = SessionName(lane: 0, lap: 0)

    private func lines(_ numbers: ClosedRange<Int64>) -> [StreamLines.Line] {
        var maker = StreamLines()
        return numbers.map { maker.data(.stat, session, $0, tick: $0) }
    }

    /// Has heard lines 1 to 3 and comes back after the third.
    private func resumed(_ policy: QueuePolicy = .dropOldest) -> Auditor {
        var auditor = Auditor(policy: policy)
        auditor.connect()
        auditor.hear(StreamLines.subscribed(StreamLines.position(0)))
        auditor.hear(lines(1...3).map(\.bytes))
        auditor.disconnect()
        auditor.connect(resuming: true)
        auditor.hear(
            StreamLines.subscribed(StreamLines.position(3)), StreamLines.snapshot(session))
        return auditor
    }

    @Test func `a resumption that goes on at the next number is exact`() {
        var auditor = resumed()
        auditor.hear(lines(4...6).map(\.bytes))
        auditor.close()
        #expect(auditor.defects == [:])
        #expect(auditor.counts.links.exactResumes == 1)
    }

    @Test func `a resumption that skips or repeats is not`() {
        var skipping = resumed()
        skipping.hear(lines(5...6).map(\.bytes))
        skipping.disconnect()
        #expect(skipping.defects == [.unaccounted: 1, .inexactResumes: 1])
        var repeating = resumed()
        repeating.hear(lines(3...6).map(\.bytes))
        repeating.disconnect()
        #expect(repeating.defects == [.duplicates: 1, .inexactResumes: 1])
        #expect(repeating.counts.links.exactResumes == 0)
    }

    @Test func `a line of another session at or before the anchor makes it inexact`() {
        var auditor = resumed()
        var maker = StreamLines()
        auditor.hear(maker.data(.stat, SessionName(lane: 1, lap: 0), 1, tick: 2).bytes)
        auditor.close()
        #expect(auditor.defects == [.outOfOrder: 1, .inexactResumes: 1])
    }

    @Test func `one that begins elsewhere than it was asked to is inexact`() {
        var auditor = Auditor()
        auditor.connect()
        auditor.hear(lines(1...3).map(\.bytes))
        auditor.disconnect()
        auditor.connect(resuming: true)
        auditor.hear(StreamLines.subscribed(StreamLines.position(2)))
        auditor.close()
        #expect(auditor.defects == [.inexactResumes: 1])
    }

    @Test func `one that is refused is neither`() {
        var auditor = Auditor()
        auditor.connect()
        auditor.hear(lines(1...3).map(\.bytes))
        auditor.disconnect()
        auditor.connect(resuming: true)
        auditor.hear(Array(#"{"type":"error","code":"no_room"}"#.utf8))
        auditor.close()
        #expect(auditor.defects == [:])
        #expect(auditor.counts.links.exactResumes == 0)
    }

    @Test func `what a gap has announced comes again behind the anchor before it`() {
        let all = lines(1...9)
        var auditor = Auditor()
        auditor.connect()
        auditor.hear(all[..<2].map(\.bytes))
        auditor.hear(StreamLines.gap(all[1].position, all[4].position, 3))
        #expect(auditor.anchor == StreamLines.anchor(all[1].position).description)
        auditor.disconnect()
        auditor.connect(resuming: true)
        auditor.hear(StreamLines.subscribed(all[1].position))
        auditor.hear(all[2...5].map(\.bytes))
        #expect(auditor.defects == [:])
        // The gap has been undone: it pays for nothing.
        auditor.hear(all[8].bytes)
        auditor.close()
        #expect(auditor.defects == [.unaccounted: 2])
        #expect(auditor.counts.links.exactResumes == 1)
    }

    @Test func `who comes back from now on begins a new account`() {
        var auditor = Auditor()
        auditor.connect()
        auditor.hear(lines(1...3).map(\.bytes))
        auditor.disconnect()
        auditor.connect(resuming: false)
        #expect(auditor.anchor == nil)
        auditor.hear(StreamLines.snapshot(session), lines(50...50)[0].bytes)
        auditor.close()
        #expect(auditor.defects == [:])
    }

    @Test func `under newest what was replaced before the anchor is not told behind it`() {
        var auditor = resumed(.newest)
        auditor.hear(lines(9...9)[0].bytes)
        #expect(auditor.defects == [:])
        auditor.hear(lines(12...12)[0].bytes)
        auditor.close()
        // Of the second jump a line of another kind might yet have told.
        #expect(auditor.defects == [:])
        #expect(auditor.counts.links.exactResumes == 1)
    }
}
