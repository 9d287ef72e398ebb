import ChannelPipeline
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct ResumeTests {
    @Test(arguments: zip(TestShape.allCases, 31...41 as ClosedRange<UInt64>))
    func `the anchor of any line of recordings resumes strictly after it`(
        shape: TestShape, seed: UInt64
    ) throws {
        var stretch = try FleetStretch.recordings(seed: seed, rows: 20)
        stretch.lanes = [0, 1, 34]
        // All shapes have the same instants and lanes; one of them is looked at line by line.
        try check(stretch, shape.shape, every: shape == .everything ? 1 : 31, seed: seed)
    }

    @Test func `the anchor of any line around the end of a lap resumes strictly after it`() throws {
        let stretch = FleetStretch(
            fleet: TestFleets.simulated(), lanes: [0, 34], opening: TestFleets.epoch - .seconds(2),
            last: TestFleets.epoch + .seconds(2))
        try check(stretch, TestShape.everything.shape, every: 1, seed: 0)
    }

    @Test func `anchors between the lines of an instant divide it`() throws {
        let stretch = try FleetStretch.recordings(seed: 44, rows: 20)
        let shape = TestShape.everything.shape
        let offline = stretch.offline(shape)
        let crowded = Dictionary(grouping: offline.lines, by: \.position.instant)
            .filter { $0.value.count > 3 }
        let instant = try #require(crowded.keys.min())
        for lane in [0, 1, 2, LaneID.limit - 1] {
            for rank in 0...10 as ClosedRange<UInt64> {
                let bits = UInt64(instant.ticks) << 24 | UInt64(lane) << 4 | rank
                let resumed = resume(stretch, shape, after: StreamPosition(bits: bits))
                expectSame(
                    resumed, offline.lines(after: StreamPosition(bits: bits)),
                    "lane \(lane), rank \(rank)")
            }
        }
    }

    private func check(
        _ stretch: FleetStretch, _ shape: ChannelShape, every stride: Int, seed: UInt64
    ) throws {
        let offline = stretch.offline(shape)
        try #require(offline.lines.count > 4)
        for index in Swift.stride(from: 0, to: offline.lines.count, by: stride) {
            let line = offline.lines[index]
            let text = try #require(line.field("anchor"))
            let anchor = try Anchor(parsing: text)
            #expect(anchor == Anchor(identity: stretch.fleet.identity, position: line.position))
            expectSame(
                resume(stretch, shape, after: anchor.position),
                Array(offline.lines[(index + 1)...]), "after \(line.text), seed \(seed)")
        }
    }

    private func resume(
        _ stretch: FleetStretch, _ shape: ChannelShape, after position: StreamPosition
    ) -> [PipelineLine] {
        let driven = DrivenFleet(stretch.fleet, at: stretch.last)
        return driven.follow(shape, stretch.lanes, from: .after(position)).lines
    }
}
