import Glibc
import LinuxIO
import Testing
import WireProtocol

extension EndToEnd {
    /// `runway clients` against a real daemon with real peers.
    @Suite struct ClientsCommandTests {
        private let place: Place

        init() throws { place = try Place() }

        @Test func `who is connected is listed by user and process, with what waits`() throws {
            let daemon = try place.startDaemon(["--seed", "42", "--sessions", "3"])
            let peer = try Peer(place.socket)
            try peer.say(#"{"op":"client","name":"dashboard"}"#)
            try peer.say(#"{"op":"subscribe"}"#)
            _ = try peer.next(["live"])
            let outcome = try place.client(["clients"])
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            let rows = outcome.output.split(separator: "\n").map { $0.split(separator: " ") }
            #expect(rows.count == 3)
            let number = CurrentProcess.effectiveUserID
            let name = try #require(UserAccount.name(of: number))
            let user = ["\(number)", "(\(name))"]
            let process = try #require(ProcessFacts(of: CurrentProcess.id))
            let first = rows[1].prefix(5).map(String.init)
            #expect(first == ["1", "dashboard"] + user + ["\(CurrentProcess.id)"])
            #expect(outcome.output.contains(process.name))
            #expect(rows[1].contains("live"))
            #expect(rows[2].prefix(4).map(String.init) == ["2", "-"] + user)
            #expect(rows[2].contains("runway"), "the one that asks")
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        @Test(arguments: [(60, true), (200, false)])
        func `a terminal gets as many columns as it has room for`(
            columns: Int, isCut: Bool
        ) throws {
            let daemon = try place.startDaemon()
            let terminal = try Terminal(columns: UInt16(columns))
            let program = try place.start(
                Programs.client, ["clients"], writingTo: terminal.stream.raw)
            let lines = [try terminal.nextLine(), try terminal.nextLine()]
            #expect(try program.waitForEnd().end == .exited(0))
            #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
            #expect(lines[0].hasSuffix("…") == isCut)
            #expect(lines[0].hasSuffix("  USER HOLDS") == !isCut)
            daemon.signal(SIGTERM)
        }

        @Test func `every page is read, and as JSON is a line each`() throws {
            let daemon = try place.startDaemon()
            let peers = try (0..<ProtocolLimits.clientsPage + 6).map { _ in try Peer(place.socket) }
            let text = try place.client(["clients"])
            #expect(text.output.split(separator: "\n").count == peers.count + 2)
            let lines = try place.client(["clients", "--json"]).output.split(separator: "\n")
            let pages = lines.compactMap { JSONValue(line: $0.utf8) }
            #expect(pages.map { $0["clients"]?.items.count } == [ProtocolLimits.clientsPage, 7])
            #expect(pages.map { $0["total"]?.integer } == [peers.count + 1, peers.count + 1])
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }
    }
}
