import LinuxIO
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

/// The answer to `clients`: who is connected, and how each of them reads.
@Suite struct ClientsTests {
    private let server: ScriptedHub
    private let asker: ScriptedClient

    init() throws {
        server = try ScriptedHub(lanes: 2, padding: 300)
        asker = try server.call()
    }

    private func ask(_ fields: String = "") throws -> JSONValue {
        let answers = try server.ask(asker, #"{"id":1,"op":"clients"\#(fields)}"#)
        let line = try #require(answers.first { $0.type == "clients" })
        return try #require(JSONValue(line: Array(line.text.utf8)))
    }

    /// The row of the connection that was accepted as the `number`th.
    private func row(_ number: Int) throws -> JSONValue {
        let rows = try ask()["clients"]?.items ?? []
        return try #require(rows.first { $0["number"]?.integer == number })
    }

    @Test func `everyone is a row, the one who asks too, in the order in which they came`() throws {
        let ann = try server.call()
        _ = try server.ask(ann, #"{"op":"client","name":"ann"}"#)
        _ = try server.ask(ann, #"{"op":"subscribe","sub":"a"}"#)
        _ = try server.ask(ann, #"{"op":"subscribe","sub":"b"}"#)
        let answer = try ask()
        let rows = answer["clients"]?.items ?? []
        #expect(answer["id"]?.integer == 1)
        #expect(answer["total"]?.integer == 2)
        #expect(answer["next"] == nil)
        #expect(rows.map { $0["number"]?.integer } == [1, 2])
        #expect(rows.map { $0["name"]?.text } == [nil, "ann"])
        #expect(rows.map { $0["subscriptions"]?.integer } == [0, 2])
        #expect(rows.map { $0["state"]?.text } == ["idle", "live"])
        for row in rows {
            #expect(row["pid"]?.integer == Int(CurrentProcess.id))
            #expect(row["uid"]?.integer == Int(CurrentProcess.effectiveUserID))
        }
    }

    @Test func `lines are counted as sent, as waiting with their bytes, and as lost`() throws {
        let slow = try server.call()
        try server.narrowNewest(lines: 10, bytes: 1 << 20)
        try server.tell(slow, #"{"op":"subscribe"}"#)
        try server.tick(100)
        let peer = try server.newestPeer
        let row = try row(2)
        let (sent, lost) = (row["lines_sent"]?.integer ?? 0, row["lines_lost"]?.integer ?? 0)
        #expect(row["state"]?.text == "held")
        #expect(row["lines_waiting"]?.integer == 10)
        #expect(row["bytes_waiting"]?.integer == peer.outbox.byteCount)
        #expect(sent > 0 && lost > 0 && sent + lost + 10 == 200)
        _ = try server.drain(slow)
        let after = try self.row(2)
        #expect(after["state"]?.text == "live")
        #expect(after["lines_waiting"]?.integer == 0)
        #expect(after["bytes_waiting"]?.integer == 0)
        #expect(after["lines_sent"]?.integer == sent + 10)
    }

    @Test func `who catches up, and who has been said goodbye to, are told apart`() throws {
        server.source.catchUpSlices = 1_000_000
        let caller = try server.call()
        caller.say(#"{"op":"subscribe","after":"start"}"# + "\n")
        server.hub.handleEvents()
        _ = server.hub.pump()
        func state() throws -> String? {
            asker.say(#"{"op":"clients"}"# + "\n")
            server.hub.handleEvents()
            _ = server.hub.pump()
            let line = try #require(try asker.receive().last)
            let rows = JSONValue(line: Array(line.text.utf8))?["clients"]?.items
            return rows?.last?["state"]?.text
        }
        #expect(try state() == "catching_up")
        let peer = try server.newestPeer
        try StreamSocket.setSendBuffer(bytes: 1, on: peer.descriptor.raw)
        for _ in 0..<40 where peer.outbox.isEmpty { server.hub.tell(peer) { $0.appendHelp() } }
        server.hub.end(peer, .stalled)
        #expect(try state() == "ending")
    }

    @Test func `the time since a peer came and since it last read is told`() throws {
        server.now = 5_000_000
        let caller = try server.call(#"{"op":"subscribe"}"#)
        server.now = 6_500_999
        #expect(try row(2)["connected_ms"]?.integer == 1_500)
        #expect(try row(2)["last_read_ms"]?.integer == 0, "it has read what it was answered")
        try server.tick()
        server.now = 8_000_000
        // What the kernel took of the tick has not been read.
        #expect(try row(2)["last_read_ms"]?.integer == 1_499)
        server.now = 9_000_000
        #expect(try row(2)["last_read_ms"]?.integer == 2_499)
        _ = try caller.receive()
        #expect(try row(2)["last_read_ms"]?.integer == 0)
        server.now = 10_000_000
        #expect(try row(2)["last_read_ms"]?.integer == 1_000)
    }

    @Test func `who has read nothing has no last time`() throws {
        let silent = try ScriptedClient(server.path)
        try server.settle()
        try server.tick(3)
        #expect(try row(2)["last_read_ms"] == nil)
        silent.say("status\n")
        #expect(try row(2)["last_read_ms"] == nil)
        _ = try silent.receive()
        #expect(try row(2)["last_read_ms"]?.integer == 0)
    }

    /// The look at everyone's turn, of which each has two in the time of a beat.
    @Test func `who reads while nobody asks is seen to within half a beat`() throws {
        let caller = try server.call(#"{"op":"subscribe"}"#)
        let half = Duration.seconds(ProtocolLimits.beatSeconds) / 2
        for turn in 1...4 {
            try server.tick()
            if turn < 3 { _ = try caller.receive() }
            server.hub.beat(at: MonotonicInstant.zero + half * turn)
        }
        let peer = try server.newestPeer
        #expect(peer.readWatch.lastRead == MonotonicInstant.zero + half * 2)
    }

    @Test func `pages go on where the one before has ended, whoever comes and goes`() throws {
        let callers = try (0..<9).map { _ in try server.call() }
        func page(_ from: Int) throws -> (numbers: [Int], next: Int?) {
            let answer = try ask(#","from":\#(from),"limit":4"#)
            let rows = answer["clients"]?.items ?? []
            return (rows.compactMap { $0["number"]?.integer }, answer["next"]?.integer)
        }
        #expect(try page(0) == ([1, 2, 3, 4], 5))
        // Connections 3, 5, 6 and 9.
        for index in [1, 3, 4, 7] { callers[index].hangUp() }
        try server.settle()
        let newcomer = try server.call()
        #expect(try page(5) == ([7, 8, 10, 11], nil))
        #expect(try page(11) == ([11], nil))
        for from in [12, 1 << 53] { #expect(try page(from) == ([], nil)) }
        newcomer.hangUp()
        try server.settle()
        #expect(try page(8) == ([8, 10], nil))
        #expect(try page(0) == ([1, 2, 4, 7], 8))
    }

    @Test func `a page of the longest rows fits in a line`() throws {
        let name = String(repeating: "n", count: ProtocolLimits.clientNameCharacters)
        _ = try server.ask(asker, #"{"op":"client","name":"\#(name)"}"#)
        let user = String(repeating: "u", count: 32)
        try server.newestPeer.rights.userName = user
        let row = try row(1)
        let digits = 19 * row.fields.count
        let words = row.fields.keys.reduce(0) { $0 + $1.utf8.count + 4 }
        let texts = name.utf8.count + user.utf8.count + 2 * "catching_up".utf8.count
        // Besides the rows come at most 2 kB of fields that were passed over.
        #expect(
            (digits + words + texts) * ProtocolLimits.clientsPage + 2348
                < ProtocolLimits.serverLineBytes)
    }

    @Test func `every field is on the protocol's page, and every field of the page is there`()
        throws
    {
        _ = try server.ask(asker, #"{"op":"client","name":"ann"}"#)
        try server.newestPeer.rights.userName = "ann"
        let row = try row(1)
        #expect(row["user"]?.text == "ann")
        let page = try Checkout.page("Protocol", of: "WireProtocol").split(separator: "\n")
        let rows = page.drop { $0 != "| field of clients | meaning |" }.dropFirst(2)
        let documented = rows.prefix { $0.hasPrefix("| ") }.flatMap { row in
            row.split(separator: "|")[0].split(separator: "`").filter {
                $0.contains { $0 != " " && $0 != "," }
            }.map(String.init)
        }
        #expect(Set(documented) == Set(row.fields.keys))
        let example = try #require(page.first { $0.hasPrefix(#"{"type":"clients""#) })
        let value = JSONValue(line: Array(example.utf8))
        let shown = value?["clients"]?.items ?? []
        #expect(Set(shown.first?.fields.keys.map(\.self) ?? []) == Set(documented))
    }
}
