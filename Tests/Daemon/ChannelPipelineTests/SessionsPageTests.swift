import ChannelPipeline
import JSON
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct SessionsPageTests {
    private func text(
        _ fleet: Fleet, _ lanes: Range<LaneID>, at instant: FleetInstant
    ) -> PipelineLine {
        let page = SessionsPage(
            of: fleet, from: lanes.lowerBound, limit: lanes.count, at: instant)
        while !page.advance(steps: 100) {}
        var buffer = LineBuffer()
        page.append(id: nil, to: &buffer)
        return PipelineLine(
            text: buffer.text, position: StreamPosition(bits: 0),
            session: SessionName(lane: 0, lap: 0), isData: false)
    }

    /// What a page says of each of its lanes.
    private func facts(_ page: PipelineLine) -> [String] {
        let bytes = Array(page.text.utf8)
        let starts = bytes.indices.filter { bytes[$0...].starts(with: "{\"lane\":".utf8) }
        return zip(starts, starts.dropFirst() + [bytes.count]).map { start, end in
            String(decoding: bytes[start..<end], as: UTF8.self)
        }
    }

    @Test func `a page says what the snapshots at that instant say`() throws {
        let fleet = try TestFleets.mixed(seed: 131, rows: 30, lanes: 3)
        for seconds in [-1, 7, 30] as [Int64] {
            let instant = TestFleets.epoch + .seconds(seconds)
            let driven = DrivenFleet(fleet, at: instant)
            let subscription = driven.follow(
                TestShape.marks.shape, Array(0..<5), from: .after(driven.present))
            let page = text(fleet, 0..<5, at: instant)
            _ = try PlacedJSON.object(in: Array(page.text.utf8)[...], levels: 16)
            let facts = facts(page)
            try #require(facts.count == 5)
            for (fact, snapshot) in zip(facts, subscription.snapshots) {
                let body = snapshot.text.dropFirst("{\"type\":\"snapshot\"".count).dropLast(2)
                #expect(fact.contains(body), "\(seconds) s: \(fact)")
            }
        }
    }

    @Test func `pages follow one another to the last lane`() throws {
        let fleet = try TestFleets.mixed(seed: 132, rows: 5, lanes: 5)
        let instant = TestFleets.epoch
        let first = text(fleet, 0..<3, at: instant)
        #expect(first.field("total") == "7")
        #expect(first.field("next") == "3")
        #expect(facts(first).count == 3)
        let last = text(fleet, 3..<103, at: instant)
        #expect(last.field("next") == nil)
        #expect(facts(last).count == 4)
        let beyond = text(fleet, 7..<17, at: instant)
        #expect(facts(beyond).isEmpty)
        #expect(beyond.text.hasSuffix("\"total\":7,\"sessions\":[]}\n"))
    }
}
