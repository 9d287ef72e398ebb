import Glibc
import LinuxIO
import Testing

/// A folder for one test, shared by the copies of its suite and removed with the last of them.
final class Scratch: Sendable {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory(prefix: "linuxio") }

    var path: String { folder.path }

    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    func socketPath(_ name: String = "x.sock") throws -> SocketPath {
        try SocketPath(path(name))
    }

    func names() -> Set<String> {
        guard let stream = opendir(folder.path) else { return [] }
        defer { closedir(stream) }
        var names: Set<String> = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.insert(name) }
        }
        return names
    }

    /// Leaves a socket file that nobody listens on, as a daemon does that was killed.
    func leaveStaleSocket(at path: SocketPath) throws {
        let elsewhere = try SocketPath(self.path("moved.sock"))
        let listener = try ListeningSocket.bind(path: elsewhere)
        rename(elsewhere.text, path.text)
        listener.close()
        while case .accepted = Self.answer(at: path) {}
    }

    private enum Answer {
        case accepted
        case refused
    }

    /// A process that another test starts shares the listener until it runs its own program, and
    /// until then the socket is not stale.
    private static func answer(at path: SocketPath) -> Answer {
        do throws(SystemFailure) {
            _ = try StreamSocket.connect(to: path, nonBlocking: true)
            return .accepted
        } catch {
            return error.isConnectionRefused ? .refused : .accepted
        }
    }
}

/// What goes over the wire in these tests.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

extension StreamSocket {
    static func send(_ text: String, to raw: Int32) -> SendOutcome {
        send(to: raw, bytes(text).span.bytes)
    }

    /// The text that one receive brings, or what it said instead.
    static func receiveText(from raw: Int32) -> (text: String, outcome: ReceiveOutcome) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let outcome = buffer.withUnsafeMutableBytes { receive(from: raw, into: $0) }
        guard case .received(let count) = outcome else { return ("", outcome) }
        return (String(decoding: buffer[..<count], as: UTF8.self), outcome)
    }

    /// Waits for the end of the stream or its failure, once the bytes before it have been received.
    ///
    /// A process that another test starts shares the other end until it runs its own program, so
    /// that the news may come some time after that end was closed here.
    static func waitForEnd(of raw: Int32) throws {
        #expect(try Poll.readable(raw, timeout: nil))
    }

    /// Sends until the kernel takes no more, and returns how many bytes it took.
    static func fill(_ raw: Int32) -> Int {
        let block = [UInt8](repeating: 120, count: 1024)
        var total = 0
        while case .sent(let count) = send(to: raw, block.span.bytes) { total += count }
        return total
    }
}
