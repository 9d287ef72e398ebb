import LinuxIO
import StreamClient
import Testing
import WireProtocol

@Suite struct StreamClientTests {
    @Test func `a request goes out as one line`() throws {
        try Station.withClient { station, client in
            client.send(#"{"op":"status"}"#)
            client.send("")
            let received = station.received()
            #expect(received == "{\"op\":\"status\"}\n\n")
        }
    }

    @Test func `lines come in one by one, however many arrive at once`() throws {
        try Station.withClient { station, client in
            station.send("one\ntwo\r\n\nfour\nfi")
            client.expect(["one", "two", "", "four", "<timed out>"])
            station.send("ve\n")
            client.expect(["five", "<timed out>"])
        }
    }

    @Test func `where the pieces are cut changes nothing`() throws {
        let bytes = Array("{\"type\":\"hello\"}\né\n\n".utf8)
        for cut in 0...bytes.count {
            try Station.withClient { station, client in
                var lines: [String] = []
                for piece in [bytes[..<cut], bytes[cut...]] where !piece.isEmpty {
                    station.send(Array(piece))
                    while case let text = client.present(), text != "<timed out>" {
                        lines.append(text)
                    }
                }
                #expect(lines == ["{\"type\":\"hello\"}", "é", ""], "cut at \(cut)")
            }
        }
    }

    @Test func `a line as long as the limit is a line, over many pieces`() throws {
        try Station.withClient { station, client in
            let quarter = ProtocolLimits.serverLineBytes / 4
            for _ in 0..<4 {
                station.send([UInt8](repeating: UInt8(ascii: "x"), count: quarter))
                client.expect(["<timed out>"])
            }
            station.send("\nnext\n")
            client.expect([String(repeating: "x", count: 4 * quarter), "next"])
        }
    }

    @Test func `a line beyond the limit breaks the protocol`() throws {
        try Station.withClient { station, client in
            let limit = ProtocolLimits.serverLineBytes
            station.send([UInt8](repeating: UInt8(ascii: "x"), count: limit))
            client.expect(["<timed out>"])
            station.send("x")
            client.expect(["the daemon broke the protocol: a line of more than 65536 bytes"])
        }
    }

    @Test func `after the last line comes the end, as often as it is asked`() throws {
        try Station.withClient { station, client in
            station.send("last\ncut")
            station.finish()
            client.expect(["last", "<ended>", "<ended>"])
        }
    }

    @Test func `a time-out of zero only looks`() throws {
        try Station.withClient { station, client in
            client.expect(["<timed out>"])
            station.send("line\n")
            client.expect(["line", "<timed out>"])
        }
    }

    @Test func `another descriptor that can be read ends the wait, once what came is told`() throws
    {
        try Station.withClient { station, client in
            let pair = try SocketPair()
            station.send("one\ntwo\n")
            client.expect(["one"], or: pair.first.raw)
            let outcome = StreamSocket.send(to: pair.second.raw, [UInt8(1)].span.bytes)
            #expect(outcome == .sent(1))
            station.send("three\n")
            client.expect(["two", "<interrupted>", "<interrupted>"], or: pair.first.raw)
            client.expect(["three"])
        }
    }

    @Test func `without a time-out the wait lasts until something comes`() throws {
        try Station.withClient { station, client in
            station.send("line\n")
            let first = try client.next()
            #expect(first.text == "line")
            station.finish()
            let second = try client.next()
            #expect(second.text == "<ended>")
        }
    }

    @Test func `sending to a daemon that has gone leaves it to the next read to say so`() throws {
        let folder = try TemporaryDirectory(prefix: "streamclient")
        let path = try SocketPath("\(folder.path)/x.sock")
        let listener = try ListeningSocket.bind(path: path)
        var client = try StreamClient(candidates: [path.text])
        try Self.hangUp(on: listener)
        // A process that another test starts shares the peer until it runs its own program.
        let event = try client.next()
        #expect(event.text == "<ended>")
        client.send("{}")
        let next = try client.next()
        #expect(next.text == "<ended>")
    }

    private static func hangUp(on listener: borrowing ListeningSocket) throws {
        guard let peer = try listener.accept() else {
            Issue.record("nobody has connected")
            return
        }
        try peer.close()
    }
}
