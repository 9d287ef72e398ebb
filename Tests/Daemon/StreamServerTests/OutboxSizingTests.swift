import Testing
import WireProtocol

@testable import StreamServer

@Suite struct OutboxSizingTests {
    private let ceiling = OutboxLimits(lines: 131_072, bytes: 32 << 20)

    private func sizing(_ lines: Double, _ bytes: Double, seconds: Double) -> OutboxSizing {
        OutboxSizing([(LineFlow(lines: lines, bytes: bytes), seconds)])
    }

    @Test func `there is room for all that comes while lines may be stale`() {
        let limits = sizing(100, 33_000, seconds: 60).limits(within: ceiling)
        #expect(limits == OutboxLimits(lines: 6000, bytes: 1_980_000))
    }

    @Test func `a slow stream has room for a catch-up, a fast one what an operator allows`() {
        #expect(
            sizing(1, 330, seconds: 60).limits(within: ceiling)
                == OutboxLimits(lines: 1024, bytes: 131_072))
        #expect(sizing(100_000, 3.3e7, seconds: 60).limits(within: ceiling) == ceiling)
        #expect(OutboxSizing([(.unbounded, 1)]).limits(within: ceiling) == ceiling)
        let narrow = OutboxLimits(lines: 500, bytes: 1000)
        #expect(sizing(1, 330, seconds: 1).limits(within: narrow) == narrow)
    }

    @Test func `subscriptions add up, each with its own staleness`() {
        let flow = LineFlow(lines: 100, bytes: 30_000)
        let sizing = OutboxSizing([(flow, 60), (flow, 30)])
        #expect(sizing.limits(within: ceiling) == OutboxLimits(lines: 9000, bytes: 2_700_000))
    }

    @Test func `the kernel holds a quarter of the time, as it counts`() {
        // Sixty lines of 330 bytes are charged 1290 bytes each; a quarter of that, halved.
        #expect(sizing(1, 330, seconds: 60).sendBufferBytes == 9675)
        #expect(sizing(1, 330, seconds: 10).sendBufferBytes == 8192)
        // Lines of one tick are one write.
        #expect(sizing(100, 33_000, seconds: 60).sendBufferBytes == nil)
        #expect(OutboxSizing([(.unbounded, 1)]).sendBufferBytes == nil)
    }

    @Test func `a stalled reader of a slow stream finds little that is old in the kernel`() throws {
        let server = try ScriptedHub(lanes: 1, padding: 250)
        server.source.flow = LineFlow(lines: 1, bytes: 330)
        let caller = try server.call(
            #"{"op":"subscribe","queue":{"policy":"newest","staleness":"20s"}}"#)
        try server.tick(400)
        let numbers = try caller.receive().compactMap(\.n)
        #expect(numbers.count < 30)
        try server.settle()
        #expect(try caller.receive().last?.n == 400)
    }
}
