import Glibc
import LinuxIO
import Testing

/// A client at the other end of a hub's socket, which says and reads only what it is told to.
final class ScriptedClient {
    private var descriptor: Descriptor?
    /// Read, and not yet a whole line.
    private(set) var partial: [UInt8] = []
    private(set) var bytesRead = 0
    /// Whether the hub has closed the connection.
    private(set) var isAtEnd = false

    init(_ path: SocketPath) throws {
        descriptor = try StreamSocket.connect(to: path, nonBlocking: true)
    }

    private var raw: Int32 { descriptor?.raw ?? -1 }

    /// Says all of it at once.
    func say(_ text: String) {
        #expect(trySay(Array(text.utf8)) == text.utf8.count, "the hub does not listen")
    }

    /// Says as much as the kernel takes, and returns how much that was.
    func trySay(_ bytes: [UInt8]) -> Int {
        guard case .sent(let count) = StreamSocket.send(to: raw, bytes.span.bytes) else { return 0 }
        return count
    }

    /// The whole lines that have arrived, after reading at most so many bytes.
    func receive(atMost limit: Int = .max) throws -> [JSONLine] {
        try receiveBytes(atMost: limit).map { try JSONLine($0) }
    }

    func receiveBytes(atMost limit: Int = .max) -> [ArraySlice<UInt8>] {
        var left = limit
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while left > 0, !isAtEnd {
            let outcome = buffer.withUnsafeMutableBytes { bytes in
                StreamSocket.receive(
                    from: raw, into: UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(left)))
            }
            guard case .received(let count) = outcome else {
                isAtEnd = outcome != .wouldBlock
                break
            }
            partial += buffer[..<count]
            left -= count
            bytesRead += count
        }
        return takeWholeLines()
    }

    private func takeWholeLines() -> [ArraySlice<UInt8>] {
        let (lines, rest) = wholeLines(of: partial)
        partial = Array(rest)
        return lines
    }

    /// Says that nothing more will be said, and goes on reading.
    func finishSaying() { #expect(shutdown(raw, Int32(SHUT_WR)) == 0) }

    /// Goes away without a word. A process that another test is just starting may hold a copy of
    /// the descriptor for a moment: closing ours alone would not end the connection.
    func hangUp() {
        shutdown(raw, Int32(SHUT_RDWR))
        descriptor = nil
    }
}
