import LinuxIO

/// Listens where a daemon should, and says only what a test wants said.
struct MuteDaemon: ~Copyable {
    private let listener: ListeningSocket

    init(_ path: String) throws {
        listener = try ListeningSocket.bind(path: try SocketPath(path))
    }

    /// Waits for somebody to connect, whom it says these bytes, and nothing until the end.
    func accept(saying text: String = "") throws -> Descriptor {
        let isCalled = try Poll.readable(
            listener.raw, timeout: Program.patience)
        guard isCalled, let peer = try listener.accept() else {
            throw Program.Failure(description: "nobody has connected")
        }
        if !text.isEmpty { _ = StreamSocket.send(to: peer.raw, Array(text.utf8).span.bytes) }
        return peer
    }
}
