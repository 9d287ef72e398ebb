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
            let feed = try source.subscriptions.open(SubscribeRequest())
            var lines: [Substring] = []
            while !source.subscriptions.catchUp(feed.number, bytes: 1 << 16) {
                if source.subscriptions.sideWork != nil { taken += 1 }
                source.subscriptions.consumeLines(of: feed.number) {
                    lines += $0.bytes.text.split(separator: "\n")
                }
            }
            source.subscriptions.consumeLines(of: feed.number) {
                lines += $0.bytes.text.split(separator: "\n")
            }
            #expect(source.subscriptions.sideWork == nil)
            _ = source.subscriptions.join(feed.number)
            // Now there are lines that could be held up.
            var request = SubscribeRequest()
            request.shape.window = .span(.seconds(9))
            let other = try source.subscriptions.open(request)
            for _ in 0..<5 { _ = source.subscriptions.catchUp(other.number, bytes: 1 << 16) }
            #expect(source.subscriptions.sideWork == nil)
            source.subscriptions.close(other.number)
            return lines
        }
        #expect(lines[0] == lines[1])
        #expect(taken > 0)
    }

    @Test func `work for a feed that has ended is forgotten`() throws {
        let source = source(lanes: 33, processors: 2)
        for _ in 0..<3 {
            let feed = try source.subscriptions.open(SubscribeRequest())
            _ = source.subscriptions.catchUp(feed.number, bytes: 1 << 16)
            #expect(source.subscriptions.sideWork?.feed == feed.number)
            source.subscriptions.close(feed.number)
            #expect(source.subscriptions.sideWork == nil)
        }
    }
}
