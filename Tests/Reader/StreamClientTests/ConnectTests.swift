import LinuxIO
import StreamClient
import Testing
import WireProtocol

@Suite struct ConnectTests {
    /// Two sockets in one folder, and what a connection to candidates there comes to.
    private final class Harbour {
        let folder: TemporaryDirectory

        init() throws { folder = try TemporaryDirectory(prefix: "streamclient") }

        func path(_ name: String) -> String { "\(folder.path)/\(name)" }

        func listen(_ name: String) throws -> ListeningSocket {
            try ListeningSocket.bind(path: try SocketPath(path(name)))
        }

        /// Whether somebody has connected.
        static func hasPeer(_ listener: borrowing ListeningSocket) throws -> Bool {
            try Poll.readable(listener.raw, timeout: .zero)
        }

        func failure(_ candidates: [String], or other: Int32? = nil) -> ClientFailure? {
            do throws(ClientFailure) {
                _ = try StreamClient(candidates: candidates, or: other, timeout: .milliseconds(30))
                Issue.record("somebody listens at \(candidates)")
                return nil
            } catch {
                return error
            }
        }
    }

    @Test func `the first candidate at which somebody listens is taken`() throws {
        let harbour = try Harbour()
        let first = try harbour.listen("a")
        let second = try harbour.listen("b")
        let candidates = ["none", "a", "b"].map(harbour.path)
        let client = try StreamClient(candidates: candidates)
        let found = (try Harbour.hasPeer(first), try Harbour.hasPeer(second))
        #expect(found == (true, false))
        client.send("{}")
    }

    @Test func `where nobody listens the next candidate is tried`() throws {
        let harbour = try Harbour()
        // The kernel refuses a connection to a file as it refuses one to a socket left behind.
        try FileContent.replace(harbour.path("a"), with: [], durable: false)
        let second = try harbour.listen("b")
        _ = try StreamClient(candidates: ["a", "b"].map(harbour.path))
        let hasPeer = try Harbour.hasPeer(second)
        #expect(hasPeer)
    }

    @Test func `no daemon anywhere names every place and three remedies`() throws {
        let harbour = try Harbour()
        let tried = ["a", "b"].map(harbour.path)
        #expect(harbour.failure(tried) == .noDaemon(tried: tried))
        #expect(
            ClientFailure.noDaemon(tried: ["/a", "/b"]).description
                == "no daemon answers at /a or /b; start runwayd, name its socket with --socket, "
                + "or try runway live --embedded")
    }

    @Test func `a path that no socket can have is told`() throws {
        let harbour = try Harbour()
        let long = String(repeating: "x", count: 108)
        #expect(harbour.failure([long]) == .badPath(.tooLong(path: long, bytes: 108)))
        #expect(harbour.failure([""]) == .badPath(.empty))
    }

    @Test func `a file where a folder should be is a failure of the system`() throws {
        let harbour = try Harbour()
        try FileContent.replace(harbour.path("a"), with: [], durable: false)
        guard case .system(let failure) = harbour.failure([harbour.path("a/x.sock")]) else {
            Issue.record("no failure of the system")
            return
        }
        #expect(failure.call == "connect")
    }

    @Test func `a daemon that takes nobody in is waited for, until it is late or else`() throws {
        let harbour = try Harbour()
        let path = try SocketPath(harbour.path("a"))
        let listener = try ListeningSocket.bind(path: path, backlog: 1)
        var waiting: [Int32] = []
        defer { for raw in waiting { _ = Descriptor(adopting: raw) } }
        while let raw = try? StreamSocket.connect(to: path, nonBlocking: true).release() {
            waiting.append(raw)
        }
        #expect(harbour.failure([path.text]) == .silent)
        let pair = try SocketPair()
        #expect(StreamSocket.send(to: pair.second.raw, [UInt8(1)].span.bytes) == .sent(1))
        #expect(harbour.failure([path.text], or: pair.first.raw) == .interrupted)
        let hasPeer = try Harbour.hasPeer(listener)
        #expect(hasPeer)
    }
}
