import StreamTestSupport
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamAudit

@Suite struct StreamAccountTests {
    private let s0 = SessionName(lane: 0, lap: 0)
    private let s1 = SessionName(lane: 1, lap: 0)

    /// Lines `numbers` of a session, one each tick of the number.
    private func lines(
        _ session: SessionName, _ numbers: ClosedRange<Int64>, _ kind: DataLine.Kind = .stat
    ) -> [StreamLines.Line] {
        var maker = StreamLines()
        return numbers.map { maker.data(kind, session, $0, tick: $0) }
    }

    private func started(_ policy: QueuePolicy = .dropOldest) -> Auditor {
        var auditor = Auditor(parsesInFull: 3, policy: policy)
        auditor.connect()
        auditor.hear(StreamLines.subscribed(StreamLines.position(0)))
        auditor.hear(StreamLines.live(StreamLines.position(0, lane: 9)))
        return auditor
    }

    @Test func `a stream without defects has none`() {
        var auditor = started()
        let ticks = zip(lines(s0, 1...40), lines(s1, 1...40))
        for (left, right) in ticks { auditor.hear(left.bytes, right.bytes) }
        auditor.close()
        #expect(auditor.defects == [:])
        #expect(auditor.counts.lines == 80)
        #expect(auditor.counts.replayed == 0)
        #expect(auditor.news == [.subscribed, .live])
        #expect(auditor.anchor == StreamLines.anchor(StreamLines.position(40, lane: 1)).description)
    }

    @Test func `a dropped line is unaccounted, at once`() {
        var auditor = started()
        let lines = lines(s0, 1...5)
        auditor.hear(lines[0].bytes, lines[1].bytes, lines[4].bytes)
        #expect(auditor.defects == [.unaccounted: 2])
        auditor.close()
        #expect(auditor.defects == [.unaccounted: 2])
    }

    @Test func `a session that no snapshot named begins at 1`() {
        var auditor = started()
        auditor.hear(StreamLines.snapshot(s1), lines(s1, 7...7)[0].bytes)
        #expect(auditor.defects == [:])
        auditor.hear(lines(s0, 9...9)[0].bytes)
        #expect(auditor.defects == [.unaccounted: 8])
    }

    @Test func `a line that comes again is a duplicate, however old`() {
        var auditor = started()
        let lines = lines(s0, 1...9)
        auditor.hear(lines.map(\.bytes))
        auditor.hear(lines[8].bytes, lines[2].bytes)
        auditor.close()
        #expect(auditor.defects == [.duplicates: 2])
    }

    @Test func `a line that is overtaken is out of order, and not missing`() {
        var auditor = started()
        let (left, right) = (lines(s0, 1...4), lines(s1, 1...4))
        auditor.hear(left[0].bytes, left[2].bytes)
        #expect(auditor.defects == [.unaccounted: 1])
        auditor.hear(left[1].bytes)
        #expect(auditor.defects == [.outOfOrder: 1])
        auditor.hear(right[0].bytes)
        #expect(auditor.defects == [.outOfOrder: 2])
        auditor.close()
        #expect(auditor.defects == [.outOfOrder: 2])
    }

    @Test func `nothing may follow an end in its session`() {
        var auditor = started()
        var maker = StreamLines()
        auditor.hear(maker.data(.end, s0, 1, tick: 1).bytes)
        auditor.hear(maker.data(.stat, SessionName(lane: 0, lap: 1), 1, tick: 2).bytes)
        #expect(auditor.defects == [:])
        auditor.hear(maker.data(.end, s1, 1, tick: 3).bytes)
        auditor.hear(maker.data(.stat, s1, 2, tick: 4).bytes)
        #expect(auditor.defects == [.outOfOrder: 1])
    }

    @Test func `a lane does not go on to its next session without an end`() {
        var auditor = started()
        var maker = StreamLines()
        auditor.hear(maker.data(.stat, s0, 1, tick: 1).bytes)
        auditor.hear(maker.data(.stat, SessionName(lane: 0, lap: 1), 1, tick: 3).bytes)
        #expect(auditor.defects == [.unaccounted: 1])
        auditor.hear(maker.data(.end, s0, 2, tick: 2).bytes)
        #expect(auditor.defects == [.outOfOrder: 1])
    }

    @Test func `a gap pays for what is passed behind it`() {
        var auditor = started()
        let lines = lines(s0, 1...20)
        auditor.hear(lines[0].bytes)
        auditor.hear(StreamLines.gap(lines[0].position, lines[3].position, 3), lines[4].bytes)
        #expect(auditor.defects == [:])
        #expect(auditor.counts.announcedLost == 3)
        #expect(auditor.counts.gaps == 1)
        auditor.hear(StreamLines.gap(lines[4].position, lines[6].position, 2), lines[9].bytes)
        #expect(auditor.defects == [.unaccounted: 2])
    }

    @Test func `what a gap has announced too much hides no later hole`() {
        var auditor = started()
        let lines = lines(s0, 1...20)
        auditor.hear(lines[0].bytes)
        auditor.hear(StreamLines.gap(lines[0].position, lines[3].position, 100), lines[4].bytes)
        auditor.hear(lines[6].bytes)
        #expect(auditor.defects == [.unaccounted: 1])
    }

    @Test func `a gap that lies behind is out of order`() {
        var auditor = started()
        let lines = lines(s0, 1...5)
        auditor.hear(lines[0].bytes, lines[1].bytes)
        auditor.hear(StreamLines.gap(lines[0].position, lines[1].position, 1))
        #expect(auditor.defects == [.outOfOrder: 1])
    }

    @Test(arguments: 0..<30)
    func `a damaged anchor is wrong, and its line counts`(place: Int) throws {
        var auditor = started()
        var lines = lines(s0, 1...3).map(\.bytes)
        let text = Array(#""anchor":""#.utf8)
        let start = try #require(
            lines[1].indices.first { lines[1][$0...].starts(with: text) })
        lines[1][start + text.count + place] ^= 1
        auditor.hear(lines)
        auditor.close()
        #expect(auditor.defects == [.wrongAnchors: 1])
        #expect(auditor.counts.lines == 3)
    }

    @Test func `anchors of another fleet or lane are wrong`() {
        var auditor = started()
        var maker = StreamLines()
        let own = maker.data(.stat, s1, 1, tick: 1)
        let text = String(decoding: own.bytes, as: UTF8.self)
        auditor.hear(Array(text.replacing("s1.0", with: "s0.0").utf8))
        let foreign = Anchor(identity: IdentityHash(bits: 8), position: own.position)
        auditor.hear(
            Array(
                text.replacing(StreamLines.anchor(own.position).description, with: "\(foreign)")
                    .utf8))
        #expect(auditor.defects == [.wrongAnchors: 2])
    }

    @Test func `a time that is not the anchor's is found where lines are parsed in full`() {
        var auditor = Auditor(parsesInFull: 1)
        auditor.connect()
        let text = String(decoding: lines(s0, 1...1)[0].bytes, as: UTF8.self)
        auditor.hear(Array(text.replacing("T00:00:00.02", with: "T00:00:00.04").utf8))
        #expect(auditor.defects == [.wrongAnchors: 1])
    }

    @Test(arguments: ["", "{", "oops", "{}", #"{"type":7}"#, #"{"type":"stat"}"#, "\u{0}"])
    func `what is no line is malformed`(text: String) {
        var auditor = started()
        auditor.hear(Array(text.utf8))
        #expect(auditor.defects == [.malformed: 1])
        #expect(auditor.counts.lines == 0)
    }

    @Test func `unknown types and fields are passed over, in any order`() {
        var auditor = started()
        let text = String(decoding: lines(s0, 1...1)[0].bytes, as: UTF8.self)
        let odd = text.dropFirst().dropLast().replacing(#""type":"stat","#, with: "")
        auditor.hear(
            Array(#"{"type":"weather","rain":true}"#.utf8),
            Array(#"{"new":[1,{"x":false}],\#(odd),"type":"stat"}"#.utf8))
        #expect(auditor.defects == [:])
        #expect(auditor.counts.lines == 1)
    }

    @Test func `damage behind the anchor is found where lines are parsed in full`() {
        var auditor = Auditor(parsesInFull: 2)
        auditor.connect()
        let lines = lines(s0, 1...8).map { Array($0.bytes.dropLast()) + Array(",}".utf8) }
        auditor.hear(lines)
        #expect(auditor.defects == [.malformed: 4])
        #expect(auditor.counts.parsedInFull == 4)
        #expect(auditor.counts.lines == 8)
    }

    @Test func `a line beyond the limit is passed over, however it is cut`() {
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: ProtocolLimits.serverLineBytes)
        for size in [1, 4000, 65_536, 65_537, 200_000] {
            var auditor = started()
            let bytes = long + Array("x\n".utf8) + lines(s0, 1...1)[0].bytes + [10]
            for start in stride(from: 0, to: bytes.count, by: size) {
                auditor.read(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(auditor.defects == [.limitViolations: 1], "cut into \(size)")
            #expect(auditor.counts.lines == 1)
        }
        var auditor = started()
        auditor.hear(long)
        #expect(auditor.defects == [.malformed: 1])
    }

    @Test func `a line without end is a defect before its end, once`() {
        var auditor = started()
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1000)
        for _ in 0..<200 { auditor.read(piece) }
        #expect(auditor.defects == [.limitViolations: 1])
        auditor.read([UInt8(ascii: "\n")] + piece)
        #expect(auditor.defects == [.limitViolations: 1])
    }

    @Test func `a cut line is a defect unless the tester has cut it`() {
        for byTester in [false, true] {
            var auditor = started()
            auditor.read(Array(lines(s0, 1...1)[0].bytes))
            auditor.disconnect(byTester: byTester)
            #expect(auditor.defects == (byTester ? [:] : [.cutLines: 1]))
            auditor.disconnect(byTester: false)
            #expect(auditor.counts[.cutLines] == (byTester ? 0 : 1))
        }
    }

    @Test func `beats, warnings, refusals and farewells are told`() {
        var auditor = Auditor()
        auditor.connect()
        var text = LineBuffer()
        text.appendWarning(lines: 1, lineLimit: 2, bytes: 3, byteLimit: 4)
        text.appendBye(.stalled, anchor: nil)
        ErrorLine.append(
            WireError(.noRoom, reason: "a", suggestion: "b"), id: nil, to: &text)
        text.append("{\"type\":\"hello\",\"proto\":\"1.0\",\"identity\":\"00000007\"}\n")
        let beat = StreamLines.anchor(StreamLines.position(3))
        auditor.read(text.bytes)
        auditor.hear(
            Array(
                #"{"type":"beat","t":"2026-01-01T00:00:00.060000Z","clock_us":7,"anchor":"\#(beat)"}"#
                    .utf8))
        #expect(auditor.news == [.dismissed("stalled"), .refused("no_room"), .greeted])
        #expect(auditor.counts.beats == 1)
        #expect(auditor.counts.warnings == 1)
        #expect(auditor.defects == [:])
        #expect(auditor.anchor == beat.description)
        auditor.hear(lines(s0, 3...3)[0].bytes)
        #expect(auditor.defects == [.unaccounted: 2, .outOfOrder: 1])
    }
}
