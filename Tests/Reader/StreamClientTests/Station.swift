import Glibc
import LinuxIO
import StreamClient
import Testing

/// A daemon's end of one connection in a folder of its own, moved by hand.
struct Station: ~Copyable {
    private let folder: TemporaryDirectory
    private let listener: ListeningSocket
    private let peer: Descriptor

    /// A station and a client that is connected to it.
    static func withClient(
        _ body: (borrowing Station, inout StreamClient) throws -> Void
    ) throws {
        let folder = try TemporaryDirectory(prefix: "streamclient")
        let path = try SocketPath("\(folder.path)/x.sock")
        let listener = try ListeningSocket.bind(path: path)
        var client = try StreamClient(candidates: [path.text])
        guard let peer = try listener.accept() else {
            Issue.record("nobody has connected")
            return
        }
        let station = Station(folder, listener, peer)
        try body(station, &client)
    }

    private init(
        _ folder: consuming TemporaryDirectory, _ listener: consuming ListeningSocket,
        _ peer: consuming Descriptor
    ) {
        self.folder = folder
        self.listener = listener
        self.peer = peer
    }

    /// Sends all of it; there must be room in the kernel's buffer.
    func send(_ bytes: [UInt8]) {
        let outcome = StreamSocket.send(to: peer.raw, bytes.span.bytes)
        #expect(outcome == .sent(bytes.count))
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    /// Nothing more comes from the station.
    func finish() { #expect(shutdown(peer.raw, Int32(SHUT_WR)) == 0) }

    /// What the client has sent so far.
    func received() -> String {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let outcome = buffer.withUnsafeMutableBytes {
            StreamSocket.receive(from: peer.raw, into: $0)
        }
        guard case .received(let count) = outcome else { return "\(outcome)" }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}

extension StreamClient.Event {
    /// The line, or the name of what came instead.
    var text: String {
        switch self {
        case .line(let line): String(decoding: line, as: UTF8.self)
        case .interrupted: "<interrupted>"
        case .timedOut: "<timed out>"
        case .ended: "<ended>"
        }
    }
}

extension StreamClient {
    /// What is there now: a line, or the name of what came instead; what was sent in this process
    /// has arrived.
    mutating func present(or other: Int32? = nil) -> String {
        do throws(ClientFailure) {
            return try next(or: other, timeout: .zero).text
        } catch {
            return "\(error)"
        }
    }

    /// Expects these lines and outcomes, one after the other.
    mutating func expect(
        _ expected: [String], or other: Int32? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for text in expected {
            let found = present(or: other)
            #expect(found == text, sourceLocation: sourceLocation)
        }
    }
}
