import StreamTestSupport
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamAudit

/// The accounts of day books, and of lanes that fly by the calendar.
@Suite struct BookStreamTests {
    private static func book(_ lap: Int, lane: LaneID = 7) -> SessionName {
        .book(of: lane, lap: lap)
    }

    @Test(arguments: [1, 64])
    func `a book and the session of the same lane and lap are two accounts`(parsed: Int) {
        var lines = StreamLines()
        var auditor = Auditor(parsesInFull: parsed)
        let session = SessionName(lane: 7, lap: 3)
        auditor.hear(
            lines.event(.start, session, 1, tick: 10).bytes,
            lines.data(.entry, Self.book(3), 1, tick: 12).bytes,
            lines.data(.stat, session, 2, tick: 20).bytes,
            lines.data(.entry, Self.book(3), 2, tick: 21).bytes,
            lines.data(.end, session, 3, tick: 30).bytes,
            lines.data(.entry, Self.book(3), 3, tick: 30, rank: .summary).bytes,
            lines.data(.end, Self.book(3), 4, tick: 40).bytes)
        auditor.disconnect()
        #expect(auditor.defects == [:])
        #expect(auditor.counts.lines == 7)
    }

    @Test(arguments: [1, 64])
    func `entries by hand are numbered with the others of the book`(parsed: Int) {
        var lines = StreamLines()
        var auditor = Auditor(parsesInFull: parsed)
        auditor.hear(
            lines.data(.entry, Self.book(3), 1, tick: 12).bytes,
            lines.data(.entry, Self.book(3), 2, tick: 12, rank: .manual).bytes,
            lines.data(.entry, Self.book(3), 4, tick: 14, rank: .manual).bytes,
            lines.data(.end, Self.book(3), 5, tick: 15).bytes,
            lines.data(.entry, Self.book(4), 1, tick: 15, rank: .manual).bytes,
            lines.data(.entry, Self.book(4), 1, tick: 15, rank: .manual).bytes)
        auditor.disconnect()
        #expect(auditor.defects[.unaccounted] == 1)
        #expect(auditor.defects[.duplicates] == 1)
        #expect(auditor.counts.lines == 6)
    }

    @Test(arguments: [1, 64], [QueuePolicy.newest, .dropOldest])
    func `the truth of a day is a line of its book, and no measurement`(
        parsed: Int, policy: QueuePolicy
    ) {
        var lines = StreamLines()
        var auditor = Auditor(parsesInFull: parsed, policy: policy, kinds: [.entry, .truth])
        let session = SessionName(lane: 7, lap: 3)
        auditor.hear(
            lines.event(.start, session, 1, tick: 10).bytes,
            lines.data(.entry, Self.book(3), 1, tick: 11).bytes,
            lines.data(.truth, session, 2, tick: 12).bytes,
            lines.data(.truth, Self.book(3), 2, tick: 12, rank: .dayTruth).bytes,
            lines.data(.truth, session, 3, tick: 13).bytes,
            lines.data(.end, Self.book(3), 3, tick: 13).bytes,
            lines.data(.truth, Self.book(4), 2, tick: 20, rank: .dayTruth).bytes,
            lines.data(.end, Self.book(4), 3, tick: 21).bytes)
        auditor.disconnect()
        #expect(auditor.defects == [.unaccounted: 1])
        #expect(auditor.counts.lines == 8)
    }

    @Test func `days without entries have no book, and nothing of them is missing`() {
        var lines = StreamLines()
        var auditor = Auditor()
        auditor.hear(
            lines.data(.entry, Self.book(3), 1, tick: 10).bytes,
            lines.data(.end, Self.book(3), 2, tick: 20).bytes,
            lines.data(.entry, Self.book(9), 1, tick: 30).bytes,
            lines.data(.end, Self.book(9), 2, tick: 40).bytes)
        auditor.disconnect()
        #expect(auditor.defects == [:])
    }

    @Test func `a book that goes on to the next without its end is short of it`() {
        var lines = StreamLines()
        var auditor = Auditor()
        auditor.hear(
            lines.data(.entry, Self.book(3), 1, tick: 10).bytes,
            lines.data(.entry, Self.book(5), 1, tick: 30).bytes,
            lines.data(.entry, Self.book(5), 3, tick: 31).bytes)
        auditor.disconnect()
        #expect(auditor.defects == [.unaccounted: 2])
    }

    @Test func `a snapshot names an open book, whose numbers may begin anywhere`() {
        var lines = StreamLines()
        var auditor = Auditor()
        let snapshot = #"{"type":"snapshot","session":"d7.3","state":"open","n":31}"#
        auditor.hear(
            Array(snapshot.utf8), lines.data(.entry, Self.book(3), 32, tick: 10).bytes,
            lines.data(.entry, Self.book(3, lane: 8), 5, tick: 11).bytes)
        auditor.disconnect()
        #expect(auditor.defects == [.unaccounted: 4])
    }

    @Test(arguments: [false, true])
    func `by the calendar laps may pass without a session, on laps none may`(skips: Bool) {
        var lines = StreamLines()
        var auditor = Auditor(skipsLaps: skips)
        let (first, next) = (SessionName(lane: 7, lap: 3), SessionName(lane: 7, lap: 6))
        auditor.hear(
            lines.event(.start, first, 1, tick: 10).bytes,
            lines.data(.end, first, 2, tick: 20).bytes,
            lines.event(.start, next, 1, tick: 30).bytes)
        auditor.disconnect()
        #expect(auditor.defects == (skips ? [:] : [.unaccounted: 2]))
    }

    @Test func `an entry that names another lane than its anchor is a defect`() {
        var lines = StreamLines()
        var auditor = Auditor(parsesInFull: 1)
        let line = lines.data(.entry, Self.book(3), 1, tick: 10).bytes
        let other = String(decoding: line, as: UTF8.self)
            .replacing("\"d7.3\"", with: "\"d6.3\"")
        auditor.hear(Array(other.utf8))
        auditor.disconnect()
        #expect(auditor.defects[.wrongAnchors] == 1)
    }
}

extension String {
    fileprivate func replacing(_ part: String, with other: String) -> String {
        split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
    }
}
