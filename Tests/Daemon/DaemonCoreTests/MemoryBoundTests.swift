import ChannelPipeline
import Configuration
import DaemonCore
import LinuxIO
import StateFiles
import TestSupport
import Testing
import Vocabulary
import WireProtocol

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

    @Test func `the service has room for what the default limits allow`() throws {
        let unit = try Checkout.text("systemd/runwayd.service")
        let key = "MemoryMax="
        let row = try #require(unit.split(separator: "\n").first { $0.hasPrefix(key) })
        #expect(row.hasSuffix("G"))
        let gibibytes = try #require(Int(row.dropFirst(key.count).dropLast()))
        #expect(gibibytes << 30 > bound(lanes: 3).totalBytes)
    }

    @Test func `what is started counts like what flies by itself`() throws {
        func part(_ name: String, lanes: Int) throws -> Int {
            try #require(bound(lanes: lanes).parts.first { $0.name == name }).bytes
        }
        for name in ["fleet", "lines of a tick"] {
            let lane = try part(name, lanes: 1) - part(name, lanes: 0)
            #expect(try part(name, lanes: 0) >= ProtocolLimits.startedSessions * lane)
        }
        let command = MemoryLayout<SessionCommand>.stride
        #expect(try part("live commands", lanes: 0) >= StateLimits.commands * 2 * command)
    }

    @Test func `a person reads the sum, then its parts, a line each`() {
        let bound = bound { limits in
            limits.waitingBytes = 35_651_584
            limits.windowBytes = 1_100_000
        }
        let lines = bound.text.split(separator: "\n")
        #expect(lines.first?.hasPrefix("memory at most: ") == true)
        #expect(lines.count == bound.parts.count + 1)
        // The limit, and twice the 32 MiB of the one outbox that is being moved.
        #expect(lines.contains { $0.hasPrefix("  waiting lines: 98.0 MiB (102760448 bytes): ") })
        #expect(lines.contains { $0.hasPrefix("  windows: 1.0 MiB (1100000 bytes): ") })
    }
}
