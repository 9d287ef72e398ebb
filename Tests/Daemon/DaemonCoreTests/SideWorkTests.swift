import ChannelPipeline
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// What a second processor does for those who catch up.
@Suite struct SideWorkTests {
    private func source(lanes: Int, processors: Int) -> FleetSource {
        let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
        return FleetSource(
            Fleet(seed: 42, epoch: epoch, simulatedLanes: lanes),
            schedule: ScheduleClock(fleetOrigin: epoch, monotonicOrigin: 0, speed: .realTime),
            processors: processors)
    }

    @Test func `a second processor brings lanes while nobody follows any, to the same lines`()
        throws
    {
        let sources = [1, 2].map { source(lanes: 33, processors: $0) }
        var taken = 0
        let lines = try sources.map { source in
            let feed = try source.open(SubscribeRequest())
            var lines: [Substring] = []
            while !source.catchUp(feed.number, bytes: 1 << 16) {
                if source.sideWork != nil { taken += 1 }
                source.consumeLines(of: feed.number) {
                    lines += $0.bytes.text.split(separator: "\n")
                }
            }
            source.consumeLines(of: feed.number) { lines += $0.bytes.text.split(separator: "\n") }
            #expect(source.sideWork == nil)
            _ = source.join(feed.number)
            // Now there are lines that could be held up.
            var request = SubscribeRequest()
            request.shape.window = .span(.seconds(9))
            let other = try source.open(request)
            for _ in 0..<5 { _ = source.catchUp(other.number, bytes: 1 << 16) }
            #expect(source.sideWork == nil)
            source.close(other.number)
            return lines
        }
        #expect(lines[0] == lines[1])
        #expect(taken > 0)
    }

    @Test func `work for a feed that has ended is forgotten`() throws {
        let source = source(lanes: 33, processors: 2)
        for _ in 0..<3 {
            let feed = try source.open(SubscribeRequest())
            _ = source.catchUp(feed.number, bytes: 1 << 16)
            #expect(source.sideWork?.feed == feed.number)
            source.close(feed.number)
            #expect(source.sideWork == nil)
        }
    }
}
