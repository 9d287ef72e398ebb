import LinuxIO
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

/// Readers that take nothing any more. Time is what the tests say it is.
@Suite struct StalledReaderTests {
    private let server: ScriptedHub
    private let caller: ScriptedClient

    init() throws {
        server = try ScriptedHub(lanes: 2, padding: 300)
        caller = try server.call()
        try server.narrowNewest(lines: 1_000, bytes: 1 << 20)
        _ = try server.ask(caller, #"{"op":"client","name":"ann"}"#)
        try server.tell(caller, #"{"op":"subscribe"}"#)
    }

    /// Lets seconds pass, one look after the other.
    private func pass(_ seconds: ClosedRange<Int64>) throws {
        for second in seconds {
            server.hub.endStalled(at: MonotonicInstant(microseconds: second * 1_000_000))
            try server.settle()
        }
    }

    @Test func `are told goodbye after half a minute, behind what waits`() throws {
        try server.tick(40)
        #expect(server.hub.counters.connectionsWaiting == 1)
        try pass(100...129)
        #expect(server.hub.counters.byes[.stalled] == 0)
        try pass(130...130)
        #expect(server.hub.counters.byes[.stalled] == 1)
        #expect(server.hub.counters.subscriptions == 0)
        try server.tick(5)
        let lines = try server.drain(caller)
        #expect(lines.last?.type == "bye")
        #expect(lines.last?.code == "stalled")
        #expect(lines.count { $0.type == "stat" } == 80)
        #expect(caller.isAtEnd)
        #expect(server.hub.counters.connectionsWaiting == 0)
        let again = try server.call()
        let greeting = try server.ask(again, #"{"op":"client","name":"ann"}"#)
        #expect(greeting.map(\.lastBye) == ["stalled"])
    }

    @Test func `who do not take the goodbye are closed as long after`() throws {
        try server.tick(40)
        try pass(0...60)
        #expect(server.hub.connections.count == 1)
        try pass(61...62)
        #expect(server.hub.connections.isEmpty)
        #expect(server.hub.counters.waiting.bytes == 0)
        #expect(server.hub.counters.connectionsWaiting == 0)
        #expect(server.hub.counters.byes[.stalled] == 1)
    }

    /// A Unix socket says that there is room only when most of its buffer is free: the smaller
    /// reads never bring that about.
    @Test(arguments: [4_000, 1_000])
    func `are not those who take a little now and then`(bytes: Int) throws {
        try server.tick(200)
        for round in Int64(0)..<14 {
            // What the kernel takes at once is more than is read at once.
            try pass(round * 10...round * 10 + 9)
            _ = try caller.receive(atMost: bytes)
            try server.settle()
        }
        #expect(server.hub.counters.connectionsWaiting == 1)
        #expect(server.hub.counters.byes[.stalled] == 0)
    }

    @Test func `are not those for whom nothing waits`() throws {
        try pass(0...100)
        try server.tick(1)
        #expect(try caller.receive().last?.n == 1)
        try pass(101...200)
        #expect(server.hub.counters.byes[.stalled] == 0)
        #expect(server.hub.connections.count == 1)
    }

    @Test func `are not blamed for the time in which nobody looked`() throws {
        try server.tick(40)
        try pass(0...10)
        try pass(1_000...1_010)
        #expect(server.hub.counters.byes[.stalled] == 0)
        try pass(1_011...1_040)
        #expect(server.hub.counters.byes[.stalled] == 1)
    }

    @Test func `count from when something began to wait`() throws {
        try server.tick(40)
        try pass(0...20)
        _ = try server.drain(caller)
        #expect(server.hub.counters.connectionsWaiting == 0)
        try pass(21...40)
        try server.tick(40)
        try pass(41...65)
        #expect(server.hub.counters.byes[.stalled] == 0)
    }

    @Test func `who hold half a line are told behind the rest of it`() throws {
        try server.tick(40)
        try pass(0...40)
        let bytes = try server.drainBytes(caller)
        #expect(caller.partial.isEmpty)
        for line in bytes { #expect(throws: Never.self) { try JSONLine(line) } }
        #expect(server.hub.connections.isEmpty)
    }
}
