import Glibc
import LinuxIO
import Testing

@Suite struct StreamSocketTests {
    @Test func `what is sent arrives`() throws {
        let pair = try SocketPair()
        #expect(StreamSocket.send("hello", to: pair.first.raw) == .sent(5))
        let (text, outcome) = StreamSocket.receiveText(from: pair.second.raw)
        #expect(text == "hello")
        #expect(outcome == .received(5))
    }

    @Test func `a span is filled from its front`() throws {
        let pair = try SocketPair()
        #expect(StreamSocket.send("abc", to: pair.first.raw) == .sent(3))
        var buffer = bytes("12345")
        var span = buffer.mutableSpan
        var raw = span.mutableBytes
        #expect(StreamSocket.receive(from: pair.second.raw, into: &raw) == .received(3))
        #expect(buffer == bytes("abc45"))
    }

    @Test func `nothing to receive would block`() throws {
        let pair = try SocketPair()
        #expect(StreamSocket.receiveText(from: pair.first.raw).outcome == .wouldBlock)
    }

    @Test func `a full buffer would block until the reader reads`() throws {
        let pair = try SocketPair()
        #expect(StreamSocket.fill(pair.first.raw) > 0)
        #expect(StreamSocket.send("x", to: pair.first.raw) == .wouldBlock)
        while case .received = StreamSocket.receiveText(from: pair.second.raw).outcome {}
        #expect(StreamSocket.send("x", to: pair.first.raw) == .sent(1))
    }

    @Test func `what has been sent is unread until the other end has read all of it`() throws {
        let pair = try SocketPair()
        #expect(StreamSocket.unreadBytes(sentOn: pair.first.raw) == 0)
        _ = StreamSocket.send(String(repeating: "a", count: 300), to: pair.first.raw)
        let one = try #require(StreamSocket.unreadBytes(sentOn: pair.first.raw))
        #expect(one >= 300)
        _ = StreamSocket.send(String(repeating: "b", count: 300), to: pair.first.raw)
        #expect(try #require(StreamSocket.unreadBytes(sentOn: pair.first.raw)) >= one + 300)
        while case .received = StreamSocket.receiveText(from: pair.second.raw).outcome {}
        #expect(StreamSocket.unreadBytes(sentOn: pair.first.raw) == 0)
    }

    @Test func `of what is no socket nothing is said to be unread`() throws {
        let folder = open("/", O_RDONLY)
        defer { close(folder) }
        #expect(StreamSocket.unreadBytes(sentOn: folder) == nil)
    }

    @Test func `a block larger than the buffer is sent in part`() throws {
        let pair = try SocketPair()
        let block = [UInt8](repeating: 1, count: 16 << 20)
        let outcome = StreamSocket.send(to: pair.first.raw, block.span.bytes)
        guard case .sent(let count) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(count > 0 && count < block.count)
    }

    @Test func `sending to a peer that has gone is an outcome, not a signal`() throws {
        let pair = try SocketPair()
        let first = pair.first
        try pair.second.close()
        try StreamSocket.waitForEnd(of: first.raw)
        #expect(
            StreamSocket.send("x", to: first.raw)
                == .closed(SystemFailure(call: "send", code: EPIPE)))
    }

    @Test func `a peer that has gone in order ends the stream after its last bytes`() throws {
        let pair = try SocketPair()
        let first = pair.first
        let second = pair.second
        #expect(StreamSocket.send("last", to: second.raw) == .sent(4))
        try second.close()
        #expect(StreamSocket.receiveText(from: first.raw).text == "last")
        try StreamSocket.waitForEnd(of: first.raw)
        #expect(StreamSocket.receiveText(from: first.raw).outcome == .endOfStream)
    }

    @Test func `a peer that has gone without reading what we sent fails the stream`() throws {
        let pair = try SocketPair()
        let first = pair.first
        #expect(StreamSocket.send("unread", to: first.raw) == .sent(6))
        try pair.second.close()
        try StreamSocket.waitForEnd(of: first.raw)
        #expect(
            StreamSocket.receiveText(from: first.raw).outcome
                == .failed(SystemFailure(call: "recv", code: ECONNRESET)))
    }

    @Test func `who finishes sending can still receive`() throws {
        let pair = try SocketPair()
        #expect(shutdown(pair.first.raw, Int32(SHUT_WR)) == 0)
        #expect(StreamSocket.receiveText(from: pair.second.raw).outcome == .endOfStream)
        #expect(StreamSocket.send("answer", to: pair.second.raw) == .sent(6))
        #expect(StreamSocket.receiveText(from: pair.first.raw).text == "answer")
    }

    @Test func `receiving into nothing traps`() async {
        await #expect(processExitsWith: .failure) {
            let pair = try SocketPair()
            let empty = UnsafeMutableRawBufferPointer(start: nil, count: 0)
            _ = StreamSocket.receive(from: pair.first.raw, into: empty)
            exit(EXIT_SUCCESS)
        }
    }

    /// The kernel's own, doubled figure for the send buffer.
    private func sendBufferBytes(of raw: Int32) -> Int {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        #expect(getsockopt(raw, SOL_SOCKET, SO_SNDBUF, &value, &length) == 0)
        return Int(value)
    }

    @Test func `a smaller send buffer holds less`() throws {
        let usual = try SocketPair()
        let small = try SocketPair()
        try StreamSocket.setSendBuffer(bytes: 4608, on: small.first.raw)
        #expect(sendBufferBytes(of: small.first.raw) == 2 * 4608)
        #expect(StreamSocket.fill(small.first.raw) < StreamSocket.fill(usual.first.raw))
    }

    @Test func `a send buffer below the kernel's floor gets the floor`() throws {
        let pair = try SocketPair()
        try StreamSocket.setSendBuffer(bytes: 1, on: pair.first.raw)
        #expect(sendBufferBytes(of: pair.first.raw) > 1)
    }

    @Test func `connecting to nothing says that nothing is there`() throws {
        let scratch = try Scratch()
        let path = try scratch.socketPath()
        let failure = #expect(throws: SystemFailure.self) {
            _ = try StreamSocket.connect(to: path)
        }
        #expect(failure?.isNotFound == true)
        #expect(failure?.path == path.text)
    }

    @Test func `connecting to a stale socket is refused`() throws {
        let scratch = try Scratch()
        let path = try scratch.socketPath()
        try scratch.leaveStaleSocket(at: path)
        let failure = #expect(throws: SystemFailure.self) {
            _ = try StreamSocket.connect(to: path)
        }
        #expect(failure?.isConnectionRefused == true)
    }

    @Test(arguments: [false, true])
    func `a connected socket waits or not as asked`(isNonBlocking: Bool) throws {
        let scratch = try Scratch()
        let path = try scratch.socketPath()
        let listener = try ListeningSocket.bind(path: path)
        let client = try StreamSocket.connect(to: path, nonBlocking: isNonBlocking)
        #expect((fcntl(client.raw, F_GETFL) & O_NONBLOCK != 0) == isNonBlocking)
        #expect(fcntl(client.raw, F_GETFD) == FD_CLOEXEC)
        listener.close()
    }
}
