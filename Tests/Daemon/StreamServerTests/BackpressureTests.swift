import LinuxIO
import Testing
import WireProtocol

@testable import StreamServer

/// A peer that asks without reading the answers.
@Suite struct BackpressureTests {
    private let server: ScriptedHub
    private let flooder: ScriptedClient

    init() throws {
        server = try ScriptedHub()
        flooder = try server.call()
    }

    /// Says requests until the hub does not listen any more; returns the bytes said.
    private func flood(with line: String) throws -> Int {
        // The kernel charges every write, so that short ones fill its buffer soon.
        let bytes = Array(String(repeating: line + "\n", count: 100 / line.utf8.count).utf8)
        var said = 0
        for _ in 0..<2_000 {
            // What was cut off goes on with the next byte that is due.
            let count = flooder.trySay(Array(bytes[(said % (line.utf8.count + 1))...]))
            said += count
            try server.settle()
            if count == 0 { return said }
        }
        Issue.record("the hub never stops listening")
        return said
    }

    @Test(arguments: [#"{"op":"describe"}"#, #"{"op":"sessions"}"#])
    func `is heard no more until it reads, and costs a bounded memory`(line: String) throws {
        let bystander = try server.call(#"{"op":"subscribe"}"#)
        let said = try flood(with: line)
        try expectBounds()
        #expect(try !server.isReady, "a peer that is not heard must not keep the poll busy")
        try server.tick()
        #expect(try bystander.receive().count == 2)
        let answers = try server.drainBytes(flooder).count
        // What the kernel took of the last line may be its first part.
        #expect(answers == said / (line.utf8.count + 1))
        flooder.hangUp()
        try server.settle()
        #expect(server.hub.connections.count == 1)
    }

    private func expectBounds() throws {
        let peer = try #require(
            server.hub.connections.all.min { $0.token.generation < $1.token.generation })
        let largestAnswer = 8_192
        #expect(peer.outbox.byteCount < ProtocolLimits.outboxBytes / 2 + largestAnswer)
        #expect(peer.conversation.unheard.count <= 1 << 16)
        #expect(peer.answerCount <= ProtocolLimits.subscriptions)
    }

    @Test func `that hangs up with requests unheard is forgotten`() throws {
        _ = try flood(with: #"{"op":"describe"}"#)
        #expect(try server.newestPeer.hasUnheard)
        flooder.hangUp()
        try server.settle()
        #expect(server.hub.connections.isEmpty)
        #expect(try !server.isReady)
    }

    @Test func `that half-closes with requests unheard is answered all of them`() throws {
        let said = try flood(with: #"{"op":"describe"}"#)
        flooder.finishSaying()
        try server.settle()
        #expect(try !server.isReady)
        // The last line may have been cut off, which is an error of its own.
        let answers = try server.drainBytes(flooder).count
        #expect(answers == (said + 17) / 18)
        #expect(flooder.isAtEnd)
        #expect(server.hub.connections.isEmpty)
    }

    @Test func `and follows lines is told its gap and answered in the end`() throws {
        var limits = HubLimits.announced
        limits.outboxBytes = 8 << 20
        let server = try ScriptedHub(lanes: 2, padding: 16_000, limits: limits)
        let caller = try server.call(#"{"op":"subscribe"}"#)
        try server.tick(400)
        // The outbox is more than half full: requests are not heard.
        caller.say("status\n")
        try server.settle()
        #expect(try server.newestPeer.outbox.byteCount > limits.outboxBytes / 2)
        let lines = try server.read(caller, upTo: "status", atMost: 50_000)
        let lost = lines.compactMap { $0.type == "gap" ? $0.lines : nil }.reduce(0, +)
        #expect(lost > 0)
        #expect(lost + lines.count { $0.type == "stat" } == 800)
        #expect(server.hub.counters.lines.linesLost == Int64(lost))
    }

    @Test func `a flood of requests does not keep the others waiting`() throws {
        let other = try server.call()
        flooder.say(String(repeating: "help\n", count: 10_000))
        other.say("status\n")
        server.hub.handleEvents()
        #expect(try other.receive().map(\.type) == ["status"])
        #expect(flooder.receiveBytes().count < 100)
    }
}
