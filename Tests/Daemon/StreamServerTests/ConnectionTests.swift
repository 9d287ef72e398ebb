import Testing

@testable import StreamServer

@Suite struct ConnectionTests {
    private let server: ScriptedHub
    private let caller: ScriptedClient
    private let peer: Connection

    init() throws {
        server = try ScriptedHub()
        caller = try server.call(#"{"op":"subscribe"}"#)
        peer = try server.newestPeer
    }

    @Test func `what makes up an idle one lies in itself, closely`() {
        #expect(MemoryLayout<Outbox>.size <= 76)
        #expect(MemoryLayout<SubscriptionTable<Subscription>>.size == 52)
    }

    @Test func `a conversation goes when it is at rest, and the next counts lines on`() throws {
        let first = try say("{}\n{}\n", expecting: 2)
        #expect(peer.begun == nil)
        #expect(first.map { $0.line } == [2, 3])
        caller.say("{")
        try server.settle()
        #expect(peer.begun != nil)
        #expect(try say("}\n", expecting: 1).map { $0.line } == [4])
        #expect(peer.begun == nil)
    }

    @Test func `a name is kept`() throws {
        _ = try say(#"{"op":"client","name":"watch"}"# + "\n", expecting: 1)
        #expect(peer.begun != nil)
        #expect(peer.clientName == "watch")
    }

    private func say(_ text: String, expecting count: Int) throws -> [JSONLine] {
        caller.say(text)
        try server.settle()
        let lines = try caller.receive()
        #expect(lines.count == count)
        return lines
    }
}
