import ChannelPipeline
import DaemonCore
import Testing
import Vocabulary

@Suite struct MemoryBoundTests {
    private func fleet(lanes: Int) -> Fleet {
        Fleet(seed: 1, epoch: FleetInstant(ticks: 1_795_154_400 * 50), simulatedLanes: lanes)
    }

    private func bound(
        lanes: Int = 10, _ change: (inout DaemonLimits) -> Void = { _ in }
    ) -> MemoryBound {
        var limits = DaemonLimits()
        change(&limits)
        return MemoryBound(fleet: fleet(lanes: lanes), limits: limits)
    }

    @Test func `every part has a name of its own, a size and a reason`() {
        let parts = bound().parts
        #expect(Set(parts.map(\.name)).count == parts.count)
        for part in parts {
            #expect(part.bytes > 0 || part.name == "recordings", "\(part.name)")
            #expect(!part.reason.isEmpty, "\(part.name)")
        }
        #expect(bound().totalBytes == parts.reduce(0) { $0 + $1.bytes })
    }

    @Test func `each limit that is raised raises the bound by at least as much`() {
        let before = bound().totalBytes
        #expect(bound { $0.waitingBytes += 1000 }.totalBytes == before + 1000)
        #expect(bound { $0.windowBytes += 1000 }.totalBytes == before + 1000)
        #expect(bound { $0.outboxBytes += 1000 }.totalBytes >= before + 1000)
        #expect(bound { $0.clients += 1 }.totalBytes > before + (1 << 15))
        #expect(bound(lanes: 11).totalBytes > before + 1000)
    }
}
